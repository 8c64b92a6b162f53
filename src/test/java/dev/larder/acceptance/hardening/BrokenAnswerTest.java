package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.End;
import dev.larder.acceptance.kit.Fields;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.Response;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.Stage;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * F8: what goes past the store, writes above all, is a bad gateway if its origin breaks off before anything of the answer is
 * out, and visibly cut short after that.
 */
class BrokenAnswerTest {

    /** More of a content than is read before any of it is forwarded. */
    private static final int BEYOND_READ_AHEAD = 100_000;

    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final int CONTENT = 100;

    @RegisterExtension
    static final Stage STAGE = Stage.shared();

    private final String path = UniquePath.next();

    /** By each way to end a connection: before any content, and amid it. */
    static Stream<Arguments> broken() {
        return Stream.of(End.RESET, End.FIN)
                .flatMap(end -> Stream.of("PUT", "POST", "DELETE", "PATCH")
                        .flatMap(method -> scripts(end).map(script -> Arguments.of(method, end, script))));
    }

    private static Stream<Script> scripts(End end) {
        long head = whole().wireLength() - CONTENT;
        return Stream.concat(
                Stream.of(0L, 1L, head / 2, head - 2, head).map(length -> whole().cutAt(length, end)),
                Stream.of(
                        Script.raw(CHUNKED).thenEnd(end),
                        Script.raw(CHUNKED + "3\r").thenEnd(end)));
    }

    @ParameterizedTest(name = "{0}, {1}, {index}")
    @MethodSource("broken")
    @Tag("hardening-F8")
    void beforeAnyContentItIsABadGateway(String method, End end, Script torn) {
        for (boolean pooled : List.of(true, false)) {
            STAGE.gateway().expect(502);
            store(pooled);
            STAGE.origin().on(path, torn);
            assertProblem(STAGE.gateway().send(method, path, "content"));
            assertForgotten();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"RESET", "FIN"})
    @Tag("hardening-F8")
    void amidItsContentItIsCutShort(End end) {
        store(true);
        for (Script torn : List.of(
                whole().cutAt(whole().wireLength() - CONTENT / 2, end),
                Script.raw(CHUNKED + "5\r\nhello\r\n").thenEnd(end),
                Script.raw(CHUNKED + "5\r\nhello\r\n0\r\n").thenEnd(end))) {
            STAGE.origin().on(path, torn);
            Response response = STAGE.gateway().send("PUT", path, "content");
            assertThat(response.whole() && response.status() == 200)
                    .as("%s", response)
                    .isFalse();
        }
        assertForgotten();
        STAGE.gateway().expect(502);
    }

    @ParameterizedTest
    @EnumSource(names = {"RESET", "FIN"})
    @Tag("hardening-F8")
    void whileTheContentOfTheRequestIsBeingSentItIsABadGateway(End end) {
        for (boolean headCame : List.of(true, false)) {
            STAGE.gateway().expect(502);
            store(true);
            Script torn = headCame ? whole().cutAt(whole().wireLength() - CONTENT, end) : Script.hangUp(end);
            STAGE.origin().onHead(path, request -> torn);
            try (RawClient client = STAGE.gateway().connect()) {
                client.send(RawClient.head("PUT", path, Fields.of("Content-Length", "200000"))
                        + "x".repeat(BEYOND_READ_AHEAD));
                assertProblem(client.read("PUT"));
            }
            assertForgotten();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"RESET", "FIN"})
    void aReadWithContentIsABadGateway(End end) {
        STAGE.gateway().expect(502);
        STAGE.origin().on(path, whole().cutAt(whole().wireLength() - CONTENT, end));
        assertProblem(STAGE.gateway().send("GET", path, "content"));
    }

    /** It would have been stored for those who read (RFC 9110 9.3.3). */
    @Test
    void anAnswerThatIsAlsoTheNewStateIsNotStored() {
        STAGE.gateway().expect(502);
        Script state = Script.ok("x".repeat(CONTENT), "Cache-Control", "max-age=60", "Content-Location", path);
        STAGE.origin().on(path, state.cutAt(state.wireLength() - CONTENT, End.RESET));
        assertProblem(STAGE.gateway().send("POST", path, "content"));
        assertForgotten();
    }

    /** By a connection that the next request takes, or cannot take. */
    private void store(boolean pooled) {
        STAGE.origin()
                .on(
                        path,
                        pooled
                                ? Script.ok("old", "Cache-Control", "max-age=600")
                                : Script.ok("old", "Cache-Control", "max-age=600", "Connection", "close")
                                        .thenEnd(End.FIN));
        assertThat(STAGE.get(path).content()).isEqualTo("old");
    }

    /** The origin may have carried out what it has not answered. */
    private void assertForgotten() {
        STAGE.origin().on(path, Script.ok("new", "Cache-Control", "no-store"));
        assertThat(STAGE.get(path).content()).isEqualTo("new");
    }

    private static Script whole() {
        return Script.ok("x".repeat(CONTENT), "ETag", "\"1\"", "Content-Type", "text/plain");
    }

    private static void assertProblem(Response response) {
        assertThat(response.status()).as("%s", response).isEqualTo(502);
        assertThat(response.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(response.field("ETag")).isEmpty();
        assertThat(response.content()).contains("\"status\":502").doesNotContain("127.0.0.1", "Exception");
        assertThat(response.cacheStatus()).contains("fwd=");
        assertThat(response.whole()).isTrue();
    }
}
