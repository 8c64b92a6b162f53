package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.End;
import dev.larder.acceptance.kit.Response;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.Stage;
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
    static final Stage STAGE = Stage.shared();

    private final String path = UniquePath.next();

    static Stream<Arguments> torn() {
        String half = CONTENT.substring(50);
        String chunked = FRESH + "Transfer-Encoding: chunked\r\n\r\n";
        return Stream.of(
                Arguments.of("a byte less than Content-Length", whole().cutAt(whole().wireLength() - 1, End.FIN)),
                Arguments.of("half, then FIN", whole().cutAt(whole().wireLength() - 50, End.FIN)),
                Arguments.of("half, then RST", whole().cutAt(whole().wireLength() - 50, End.RESET)),
                Arguments.of("head only, then FIN", whole().cutAt(whole().wireLength() - 100, End.FIN)),
                Arguments.of("head only, then RST", whole().cutAt(whole().wireLength() - 100, End.RESET)),
                Arguments.of("one byte of the head", whole().cutAt(1, End.FIN)),
                Arguments.of("half of the head", whole().cutAt(30, End.RESET)),
                Arguments.of("nothing, then FIN", Script.hangUp(End.FIN)),
                Arguments.of("nothing, then RST", Script.hangUp(End.RESET)),
                Arguments.of(
                        "no last chunk",
                        Script.raw(chunked + "32\r\n" + half + "\r\n").thenEnd(End.FIN)),
                Arguments.of(
                        "amid the chunk size",
                        Script.raw(chunked + "32\r\n" + half + "\r\n3").thenEnd(End.FIN)),
                Arguments.of(
                        "no trailer end",
                        Script.raw(chunked + "32\r\n" + half + "\r\n0\r\n").thenEnd(End.FIN)),
                Arguments.of(
                        "amid a chunk", Script.raw(chunked + "64\r\n" + half).thenEnd(End.RESET)),
                Arguments.of(
                        "a chunk size that is none",
                        Script.raw(chunked + "5\r\nhello\r\nxyz\r\n").thenEnd(End.FIN)),
                Arguments.of(
                        "a chunk too long",
                        Script.raw(chunked + "2\r\nhello\r\n0\r\n\r\n").thenEnd(End.FIN)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("torn")
    @Tag("hardening-F1")
    void isSeenAsTruncatedAndNotStored(String what, Script torn) {
        STAGE.origin().on(path, torn);
        Response first = STAGE.get(path);
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
    void doesNotReplaceWhatIsStored(String what, Script torn) {
        String revalidated = "max-age=0, must-revalidate";
        STAGE.origin().on(path, Script.ok(CONTENT, "Cache-Control", revalidated, "ETag", "\"1\""));
        STAGE.get(path);
        STAGE.origin().on(path, torn);
        Response second = STAGE.get(path);
        assertThat(second.whole() && second.status() == 200)
                .as("%s: %s", what, second)
                .isFalse();
        STAGE.origin()
                .on(path, request -> Script.status(304, "ETag", request.fields().get("If-None-Match")));
        Response third = STAGE.get(path);
        assertThat(third.content()).isEqualTo(CONTENT);
        STAGE.gateway().expect(502, 504);
    }

    private static Script whole() {
        return Script.ok(CONTENT, "Cache-Control", "max-age=60");
    }
}
