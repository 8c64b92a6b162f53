package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Response heads as they are sent (RFC 9112 2.1). */
class MessageHeadOctetsTest {

    @Test
    void encodesStatusLineAndFieldsOfResponse() {
        var head = new ResponseHead(404, HeaderFields.of("Age", "1", "X", "\u00e4"));
        assertThat(new String(MessageHeadOctets.of(head), StandardCharsets.ISO_8859_1))
                .isEqualTo("HTTP/1.1 404 Not Found\r\nAge: 1\r\nX: \u00e4\r\n\r\n");
    }
}
