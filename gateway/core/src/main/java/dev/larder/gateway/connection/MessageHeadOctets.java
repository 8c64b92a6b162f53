package dev.larder.gateway.connection;

import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.ResponseHead;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/** Encodes message heads (RFC 9112 2.1). */
final class MessageHeadOctets {

    private MessageHeadOctets() {}

    /** Encodes a response head, including the empty line that ends it. */
    static byte[] of(ResponseHead head) {
        var text = new StringBuilder(512).append("HTTP/1.1 ");
        text.append(HttpResponseStatus.valueOf(head.status())).append("\r\n");
        for (HeaderField field : head.fields()) {
            text.append(field.name()).append(": ").append(field.value()).append("\r\n");
        }
        return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
