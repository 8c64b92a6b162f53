package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112 3 and 5: a request is written as one head, or not at all. */
class RequestHeadEncoderTest {

    private static final OriginAddress ORIGIN = new OriginAddress(false, "a.test", 80);

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);

    private String encode(String method, String target, HeaderFields fields) {
        ByteBuf head = RequestHeadEncoder.encode(allocator, new OriginRequest(ORIGIN, method, target, fields, 0, true));
        try {
            assertThat(head.capacity())
                    .as("octets of the head, known in advance")
                    .isEqualTo(head.readableBytes());
            return head.toString(StandardCharsets.ISO_8859_1);
        } finally {
            head.release();
        }
    }

    @Test
    void writesFieldsUnchangedInOriginalOrder() {
        assertThat(encode("GET", "/a?b", HeaderFields.of("Host", "a.test", "x-A", "1", "B", "", "x-a", "\u00e9\t2")))
                .isEqualTo("GET /a?b HTTP/1.1\r\nHost: a.test\r\nx-A: 1\r\nB: \r\nx-a: \u00e9\t2\r\n\r\n");
    }

    /** As filters of routes may leave it. */
    @ParameterizedTest
    @CsvSource({"/caf\u00e9/1, /caf%C3%A9/1", "/\u65e5\u672c?a=\u00e9, /%E6%97%A5%E6%9C%AC?a=%C3%A9", "/a%2Fb, /a%2Fb"})
    void percentEncodesNonAsciiTarget(String target, String encoded) {
        assertThat(OriginRequest.target(URI.create("http://a.test" + target))).isEqualTo(encoded);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nY: b", "a\nb", "a\u0000", "\u007f"})
    void rejectsFieldValuesWithControlCharacters(String value) {
        assertThatIllegalArgumentException().isThrownBy(() -> encode("GET", "/", HeaderFields.of("X", value)));
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    /** As Gateway's client sends them: a filter may copy what a client has percent-encoded in a path. */
    @Test
    void replacesCharactersOfValuesThatAreNoOctets() {
        String value = "\u4e2d\u010d\u010a\u00e9 \ud83d\ude00";
        assertThat(encode("GET", "/", HeaderFields.of("X", value)))
                .isEqualTo("GET / HTTP/1.1\r\nX: ???\u00e9 ??\r\n\r\n");
        var request = new OriginRequest(ORIGIN, "GET", "/", HeaderFields.of("X", value), 0, true);
        assertThat(Http2HeadEncoder.encode(request).get("x")).hasToString("???\u00e9 ?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:", "a\r\n", "\u00e9"})
    void rejectsFieldNamesAndMethodsThatAreNoTokens(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> encode("GET", "/", HeaderFields.of(name, "1")));
        assertThatIllegalArgumentException().isThrownBy(() -> encode(name, "/", HeaderFields.EMPTY));
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/ HTTP/1.1", "/\r\n", "/\u0161", "/\u007f"})
    void rejectsTargetsThatAreEmptyOrContainInvalidCharacters(String target) {
        assertThatIllegalArgumentException().isThrownBy(() -> encode("GET", target, HeaderFields.EMPTY));
    }
}
