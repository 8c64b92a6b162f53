package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
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
class BrokenOriginResponseTest {

    /** More of a content than is read before any of it is forwarded. */
    private static final int BEYOND_READ_AHEAD = 100_000;

    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final int CONTENT = 100;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.shared();

    private final String path = UniquePath.next();

    /** By each way to end a connection: before any content, and amid it. */
    static Stream<Arguments> broken() {
        return Stream.of(TransferEnd.RESET, TransferEnd.FIN)
                .flatMap(end -> Stream.of("PUT", "POST", "DELETE", "PATCH")
                        .flatMap(method -> scripts(end).map(script -> Arguments.of(method, end, script))));
    }

    private static Stream<ResponseScript> scripts(TransferEnd end) {
        long head = whole().wireLength() - CONTENT;
        return Stream.concat(
                Stream.of(0L, 1L, head / 2, head - 2, head).map(length -> whole().cutAt(length, end)),
                Stream.of(
                        ResponseScript.raw(CHUNKED).thenEnd(end),
                        ResponseScript.raw(CHUNKED + "3\r").thenEnd(end)));
    }

    @ParameterizedTest(name = "{0}, {1}, {index}")
    @MethodSource("broken")
    @Tag("hardening-F8")
    void originDisconnectBeforeContentCausesBadGateway(String method, TransferEnd end, ResponseScript torn) {
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
    void originDisconnectDuringContentIsVisiblyTruncated(TransferEnd end) {
        store(true);
        for (ResponseScript torn : List.of(
                whole().cutAt(whole().wireLength() - CONTENT / 2, end),
                ResponseScript.raw(CHUNKED + "5\r\nhello\r\n").thenEnd(end),
                ResponseScript.raw(CHUNKED + "5\r\nhello\r\n0\r\n").thenEnd(end))) {
            STAGE.origin().on(path, torn);
            ReceivedResponse response = STAGE.gateway().send("PUT", path, "content");
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
    void originDisconnectDuringUploadCausesBadGateway(TransferEnd end) {
        for (boolean headCame : List.of(true, false)) {
            STAGE.gateway().expect(502);
            store(true);
            ResponseScript torn =
                    headCame ? whole().cutAt(whole().wireLength() - CONTENT, end) : ResponseScript.hangUp(end);
            STAGE.origin().onHead(path, request -> torn);
            try (RawClient client = STAGE.gateway().connect()) {
                client.send(RawClient.head("PUT", path, RawFields.of("Content-Length", "200000"))
                        + "x".repeat(BEYOND_READ_AHEAD));
                assertProblem(client.read("PUT"));
            }
            assertForgotten();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"RESET", "FIN"})
    void originDisconnectOnGetWithContentCausesBadGateway(TransferEnd end) {
        STAGE.gateway().expect(502);
        STAGE.origin().on(path, whole().cutAt(whole().wireLength() - CONTENT, end));
        assertProblem(STAGE.gateway().send("GET", path, "content"));
    }

    /** It would have been stored for those who read (RFC 9110 9.3.3). */
    @Test
    void truncatedWriteResponseWithContentLocationIsNotStored() {
        STAGE.gateway().expect(502);
        ResponseScript state =
                ResponseScript.ok("x".repeat(CONTENT), "Cache-Control", "max-age=60", "Content-Location", path);
        STAGE.origin().on(path, state.cutAt(state.wireLength() - CONTENT, TransferEnd.RESET));
        assertProblem(STAGE.gateway().send("POST", path, "content"));
        assertForgotten();
    }

    /** By a connection that the next request takes, or cannot take. */
    private void store(boolean pooled) {
        STAGE.origin()
                .on(
                        path,
                        pooled
                                ? ResponseScript.ok("old", "Cache-Control", "max-age=600")
                                : ResponseScript.ok("old", "Cache-Control", "max-age=600", "Connection", "close")
                                        .thenEnd(TransferEnd.FIN));
        assertThat(STAGE.get(path).content()).isEqualTo("old");
    }

    /** The origin may have carried out what it has not answered. */
    private void assertForgotten() {
        STAGE.origin().on(path, ResponseScript.ok("new", "Cache-Control", "no-store"));
        assertThat(STAGE.get(path).content()).isEqualTo("new");
    }

    private static ResponseScript whole() {
        return ResponseScript.ok("x".repeat(CONTENT), "ETag", "\"1\"", "Content-Type", "text/plain");
    }

    private static void assertProblem(ReceivedResponse response) {
        assertThat(response.status()).as("%s", response).isEqualTo(502);
        assertThat(response.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(response.field("ETag")).isEmpty();
        assertThat(response.content()).contains("\"status\":502").doesNotContain("127.0.0.1", "Exception");
        assertThat(response.cacheStatus()).contains("fwd=");
        assertThat(response.whole()).isTrue();
    }
}
