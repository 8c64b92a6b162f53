package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where heads end (RFC 9112 2.1): wherever there could be two opinions, nowhere. */
class MessageHeadOctetsTest {

    @ParameterizedTest
    @CsvSource({
        "'GET / HTTP/1.1|Host: h||', 27",
        "'GET / HTTP/1.1|Host: h||GET /b', 27",
        "'||', 2",
        "'GET / HTTP/1.1|Host: h|', 0",
        "'GET / HTTP/1.1|Host: h', 0",
        "'GET / HTTP/1.1~Host: h||', 0",
        "'GET / HTTP/1.1|Host: h~~GET /b HTTP/1.1||', 0",
        "'GET / HTTP/1.1|Host: h|~', 0",
        "'~|', 0",
        "'', 0"
    })
    void aHeadEndsBehindItsFirstEmptyLine(String text, int length) {
        ByteBuf received = octets("xx" + text).skipBytes(2);
        assertThat(MessageHeadOctets.headLength(received, 1000)).isEqualTo(length);
        assertThat(received.readerIndex()).isEqualTo(2);
    }

    @Test
    void aLongHeadIsNotLookedAtToItsEnd() {
        assertThat(MessageHeadOctets.headLength(octets("GET / HTTP/1.1|Host: h||"), 26))
                .isZero();
    }

    @Test
    void aResponseHeadIsWrittenLineByLine() {
        var head = new ResponseHead(404, HeaderFields.of("Age", "1", "X", "\u00e4"));
        assertThat(new String(MessageHeadOctets.of(head), StandardCharsets.ISO_8859_1))
                .isEqualTo("HTTP/1.1 404 Not Found\r\nAge: 1\r\nX: \u00e4\r\n\r\n");
    }

    private static ByteBuf octets(String text) {
        return Unpooled.copiedBuffer(text.replace("|", "\r\n").replace("~", "\n"), StandardCharsets.ISO_8859_1);
    }
}
