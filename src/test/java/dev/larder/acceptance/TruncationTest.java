package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A response that did not arrive whole is passed on as such and never stored (RFC 9111 3.3, RFC 9112 8). */
class TruncationTest {

    private static final String CONTENT = "0123456789".repeat(10);
    private static final String FRESH = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    static Stream<Arguments> torn() {
        String half = CONTENT.substring(50);
        String chunked = FRESH + "Transfer-Encoding: chunked\r\n\r\n";
        return Stream.of(
                Arguments.of(
                        "a byte less than Content-Length", whole().cutAt(whole().wireLength() - 1, TransferEnd.FIN)),
                Arguments.of("half, then FIN", whole().cutAt(whole().wireLength() - 50, TransferEnd.FIN)),
                Arguments.of("half, then RST", whole().cutAt(whole().wireLength() - 50, TransferEnd.RESET)),
                Arguments.of("head only, then FIN", whole().cutAt(whole().wireLength() - 100, TransferEnd.FIN)),
                Arguments.of("head only, then RST", whole().cutAt(whole().wireLength() - 100, TransferEnd.RESET)),
                Arguments.of("one byte of the head", whole().cutAt(1, TransferEnd.FIN)),
                Arguments.of("half of the head", whole().cutAt(30, TransferEnd.RESET)),
                Arguments.of("nothing, then FIN", ResponseScript.hangUp(TransferEnd.FIN)),
                Arguments.of("nothing, then RST", ResponseScript.hangUp(TransferEnd.RESET)),
                Arguments.of(
                        "no last chunk",
                        ResponseScript.raw(chunked + "32\r\n" + half + "\r\n").thenEnd(TransferEnd.FIN)),
                Arguments.of(
                        "amid the chunk size",
                        ResponseScript.raw(chunked + "32\r\n" + half + "\r\n3").thenEnd(TransferEnd.FIN)),
                Arguments.of(
                        "no trailer end",
                        ResponseScript.raw(chunked + "32\r\n" + half + "\r\n0\r\n")
                                .thenEnd(TransferEnd.FIN)),
                Arguments.of(
                        "amid a chunk",
                        ResponseScript.raw(chunked + "64\r\n" + half).thenEnd(TransferEnd.RESET)),
                Arguments.of(
                        "a chunk size that is none",
                        ResponseScript.raw(chunked + "5\r\nhello\r\nxyz\r\n").thenEnd(TransferEnd.FIN)),
                Arguments.of(
                        "a chunk too long",
                        ResponseScript.raw(chunked + "2\r\nhello\r\n0\r\n\r\n").thenEnd(TransferEnd.FIN)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("torn")
    @Tag("hardening-F1")
    void truncatedResponseIsVisiblyTruncatedAndNotStored(String what, ResponseScript torn) {
        STAGE.origin().on(path, torn);
        ReceivedResponse first = STAGE.get(path);
        assertThat(first.whole() && first.status() == 200)
                .as("%s: %s", what, first)
                .isFalse();
        int asked = STAGE.origin().count(path);
        STAGE.origin().on(path, whole());
        assertThat(STAGE.get(path).content()).isEqualTo(CONTENT);
        assertThat(STAGE.origin().count(path)).isEqualTo(asked + 1);
        STAGE.gateway().expect(502);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("torn")
    @Tag("hardening-F1")
    void truncatedResponseDoesNotReplaceStoredResponse(String what, ResponseScript torn) {
        String revalidated = "max-age=0, must-revalidate";
        STAGE.origin().on(path, ResponseScript.ok(CONTENT, "Cache-Control", revalidated, "ETag", "\"1\""));
        STAGE.get(path);
        STAGE.origin().on(path, torn);
        ReceivedResponse second = STAGE.get(path);
        assertThat(second.whole() && second.status() == 200)
                .as("%s: %s", what, second)
                .isFalse();
        STAGE.origin()
                .on(
                        path,
                        request -> ResponseScript.status(
                                304, "ETag", request.fields().get("If-None-Match")));
        ReceivedResponse third = STAGE.get(path);
        assertThat(third.content()).isEqualTo(CONTENT);
        STAGE.gateway().expect(502, 504);
    }

    private static ResponseScript whole() {
        return ResponseScript.ok(CONTENT, "Cache-Control", "max-age=60");
    }
}
