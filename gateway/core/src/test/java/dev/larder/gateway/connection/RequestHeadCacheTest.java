package dev.larder.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where heads end (RFC 9112 2.1): wherever there could be two opinions, nowhere. */
class RequestHeadCacheTest {

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
    void findsEndOfHeadAtFirstEmptyLineUnlessLineEndsAreAmbiguous(String text, int length) {
        ByteBuf received = octets("xx" + text).skipBytes(2);
        assertThat(RequestHeadCache.headLength(received)).isEqualTo(length);
        assertThat(received.readerIndex()).isEqualTo(2);
    }

    @Test
    void findsNoEndOfHeadBeyondMaximumLength() {
        String field = "x".repeat(RequestHeadCache.MAX_OCTETS);
        assertThat(RequestHeadCache.headLength(octets("GET / HTTP/1.1|Host: h|X: " + field + "||")))
                .isZero();
    }

    private static ByteBuf octets(String text) {
        return Unpooled.copiedBuffer(text.replace("|", "\r\n").replace("~", "\n"), StandardCharsets.ISO_8859_1);
    }
}
