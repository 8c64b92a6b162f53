package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;

/** What has been sent by a channel since it was last looked at. */
final class SentOctets {

    private SentOctets() {}

    static String by(EmbeddedChannel channel) {
        var text = new StringBuilder();
        for (ByteBuf octets = channel.readOutbound(); octets != null; octets = channel.readOutbound()) {
            text.append(octets.toString(StandardCharsets.ISO_8859_1));
            octets.release();
        }
        return text.toString();
    }
}
