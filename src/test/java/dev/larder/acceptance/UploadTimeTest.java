package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.StreamedResponse;
import dev.larder.acceptance.kit.UniquePath;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The time that an origin has for its response begins anew with each piece of an upload. */
@Tag("thorough")
class UploadTimeTest {

    private static final Duration TIME = Duration.ofSeconds(3);
    private static final int PIECES = 12;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.property(
            "spring.cloud.gateway.server.webflux.httpclient.response-timeout", TIME.toMillis() + "ms"));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @CsvSource({"POST, Content-Length, 12, x, ''", "PUT, Transfer-Encoding, chunked, '1\r\nx\r\n', '0\r\n\r\n'"})
    void uploadMayTakeLongerThanResponseTimeout(String method, String field, String value, String piece, String end) {
        STAGE.origin().on(path, request -> ResponseScript.ok(request.body()));
        try (RawClient client = STAGE.gateway().connect()) {
            long begun = System.nanoTime();
            client.send(RawClient.head(method, path, RawFields.of(field, value)));
            for (int i = 1; i <= PIECES; i++) {
                after(TIME.dividedBy(8), () -> client.send(piece)).join();
            }
            client.send(end);
            assertThat(client.read().content()).isEqualTo("x".repeat(PIECES));
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(TIME);
        }
    }

    @Test
    void originSilentAfterUploadCausesGatewayTimeout() {
        STAGE.gateway().expect(504);
        OriginLatch gate = new OriginLatch();
        STAGE.origin().on(path, ResponseScript.ok("late").before(gate));
        ReceivedResponse response = STAGE.gateway().send("POST", path, "content");
        gate.release();
        assertThat(response.status()).as("%s", response).isEqualTo(504);
        assertThat(response.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(response.content()).contains("\"status\":504").doesNotContain("Exception", ".java");
        assertThat(response.cacheStatus()).contains("fwd=");
    }

    @Test
    void responseContentMayTakeLongerThanResponseTimeout() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.status(200)
                                .chunked()
                                .part("first")
                                .gate(gate)
                                .part("after"));
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(RawClient.head("POST", path, RawFields.of("Content-Length", "4")) + "full");
            StreamedResponse response = client.open("POST");
            assertThat(response.until("first")).isEqualTo("first");
            after(TIME.plusMillis(500), gate::release).join();
            assertThat(response.rest().content()).isEqualTo("after");
        }
    }

    private static CompletableFuture<Void> after(Duration time, Runnable step) {
        Executor later = CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS);
        return CompletableFuture.runAsync(step, later);
    }
}
