package dev.larder.acceptance.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a write made wrong before a crash is not right after it, and what no write reached is still there. */
class InvalidationAcrossRestartTest {

    private static final String WRITTEN = "/orders/1";
    private static final String SIBLING = "/orders/top";
    private static final String OTHER = "/invoices/1";

    /** A response is there for others as soon as it is in its file, which may be a little after its client has it. */
    private static final int MAX_BEFORE_WRITTEN = 1_000;

    @TempDir
    private Path directory;

    private final OriginLatch answered = new OriginLatch();
    private ScriptedOrigin origin;
    private volatile String version = "old";

    @BeforeEach
    void storeWithAnOrderlyEnd() {
        origin = ScriptedOrigin.start();
        origin.on(WRITTEN, this::answer).on(SIBLING, this::answer).on(OTHER, this::answer);
        try (GatewayFixture gateway = startInJvm()) {
            for (String path : new String[] {WRITTEN, SIBLING, OTHER}) {
                assertThat(gateway.get(path).content()).isEqualTo("old");
                assertThat(Stream.generate(() -> gateway.get(path))
                                .limit(MAX_BEFORE_WRITTEN)
                                .anyMatch(ReceivedResponse::hit))
                        .isTrue();
            }
        }
    }

    @AfterEach
    void stop() {
        origin.close();
    }

    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE"})
    @Tag("hardening-I10")
    void answeredWriteInvalidatesAcrossKill(String method) {
        answered.release();
        GatewayFixture gateway = startProcess();
        assertThat(gateway.get(WRITTEN).hit()).isTrue();
        assertThat(gateway.send(method, WRITTEN, "new").status()).isEqualTo(204);
        gateway.kill();

        assertAfterTheRestart();
        gateway.close();
    }

    @Test
    @Tag("hardening-I10")
    void writeInFlightInvalidatesAcrossKill() {
        GatewayFixture gateway = startProcess();
        CompletableFuture<ReceivedResponse> write = ConcurrentClients.one(() -> gateway.send("POST", WRITTEN, "new"));
        answered.awaitArrival();
        gateway.kill();
        answered.release();
        assertThat(ConcurrentClients.join(write).status()).isZero();

        assertAfterTheRestart();
        gateway.close();
    }

    @Tag("thorough")
    @Test
    void keepsStoredResponsesAcrossKillWithoutWrite() {
        GatewayFixture gateway = startProcess();
        assertThat(gateway.get(WRITTEN).hit()).isTrue();
        gateway.kill();
        version = "new";

        try (GatewayFixture next = startInJvm()) {
            for (String path : new String[] {WRITTEN, SIBLING, OTHER}) {
                ReceivedResponse hit = next.get(path);
                assertThat(hit.hit()).isTrue();
                assertThat(hit.content()).isEqualTo("old");
            }
        }
        gateway.close();
    }

    /** What the write made wrong is asked for at the origin, another pool is not. */
    private void assertAfterTheRestart() {
        try (GatewayFixture next = startInJvm()) {
            for (String path : new String[] {WRITTEN, SIBLING}) {
                int asked = origin.count(path);
                ReceivedResponse first = next.get(path);
                assertThat(first.content()).isEqualTo("new");
                assertThat(first.hit()).isFalse();
                assertThat(origin.count(path)).isEqualTo(asked + 1);
            }
            int asked = origin.count(OTHER);
            assertThat(next.get(OTHER).hit()).isTrue();
            assertThat(origin.count(OTHER)).isEqualTo(asked);
        }
    }

    /** A write changes everything at the origin, and is answered once the gate is open. */
    private ResponseScript answer(ReceivedRequest request) {
        if (!request.method().equals("GET")) {
            version = "new";
            return ResponseScript.status(204).before(answered);
        }
        String tag = "\"" + version + "\"";
        String[] fields = {"Cache-Control", "max-age=86400", "ETag", tag};
        return request.fields().get("If-None-Match").contains(tag)
                ? ResponseScript.status(304, fields)
                : ResponseScript.ok(version, fields);
    }

    private GatewayFixture startInJvm() {
        return DiskGateway.inJvm(origin, directory).start();
    }

    private GatewayFixture startProcess() {
        return DiskGateway.process(origin, directory).start();
    }
}
