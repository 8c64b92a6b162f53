package dev.larder.http;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import java.time.Duration;

/** The codec of a client's connection and the gate behind it, as the server has them. */
final class ClientPipeline {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private ClientPipeline() {}

    static void addTo(Channel channel) {
        var encoder = new ClientEncoder();
        var decoder = new ClientDecoder(new HttpDecoderConfig(), encoder);
        var deadline = new HeadDeadline(PATIENCE, decoder);
        channel.pipeline().addLast(deadline, decoder, encoder, new RequestPolicyHandler(deadline, encoder, PATIENCE));
    }
}
