package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.larder.acceptance.kit.FreePorts;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.writes.WriteSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one gateway of a cluster has acknowledged, no other answers past, not even while the first one is down. */
@Tag("extensions")
class PendingWritesAcrossGatewaysTest {

    private static final Duration KNOWN = Duration.ofSeconds(10);
    private static final String[] JSON = {"Content-Type", "application/json"};

    @TempDir
    private Path folder;

    private final ScriptedOrigin origin = ScriptedOrigin.start();
    private final String name = "held-" + UUID.randomUUID();
    private int first;
    private int second;
    private volatile String content = "old";
    private GatewayFixture taking;
    private GatewayFixture reading;

    @BeforeEach
    void start() throws IOException {
        origin.on("/items", request -> ResponseScript.ok(content, "Cache-Control", "max-age=1000"));
        origin.on("/bulk", ResponseScript.status(503));
        first = FreePorts.free();
        second = FreePorts.free();
        taking = start("taking", first);
        reading = start("reading", second);
    }

    @AfterEach
    void stop() {
        reading.close();
        taking.close();
        origin.close();
    }

    private GatewayFixture start(String log, int port) {
        return OperatorClient.admitted(GatewayFixture.inJvm())
                .origin(origin)
                .property("larder.actuate.write-enabled", true)
                .property("larder.cluster.enabled", true)
                .property("larder.cluster.name", name)
                .property("larder.cluster.address", "127.0.0.1:" + port)
                .property("larder.cluster.members", "127.0.0.1:" + first + ",127.0.0.1:" + second)
                .property("larder.writes.path", folder.resolve(log))
                .property("larder.writes.drain-timeout", "100ms")
                .property("larder.rules.items.paths", "/items")
                .property("larder.rules.items.buffer.bulk", "/bulk")
                .property("larder.rules.items.buffer.flush-interval", "1h")
                .bean(
                        WriteSettings.class,
                        WriteSettings.DEFAULT.withRetries(Duration.ofSeconds(2), Duration.ofSeconds(2)))
                .start();
    }

    @Test
    @Tag("hardening-U13")
    void pendingWriteKeepsAllGatewaysFromReusingStoredResponse() {
        reading.get("/items");
        assertThat(reading.get("/items").hit()).isTrue();
        assertThat(taking.send("POST", "/items", "1", JSON).status()).isEqualTo(202);
        assertPending("detail=write-pending");

        taking.close();
        assertPending("detail=write-pending", "detail=fenced");

        taking = start("taking", first);
        assertPending("detail=write-pending", "detail=fenced");
        origin.on("/bulk", request -> {
            content = "new";
            return ResponseScript.status(201);
        });
        origin.await("/bulk", origin.count("/bulk") + 1);
        assertThat(OperatorClient.of(taking).order("flush", "").content()).contains("\"waiting\":0");
        assertThat(storedAgain().content()).isEqualTo("new");
    }

    @Test
    @Tag("hardening-U13")
    void writeOnAnotherGatewayWaitsForDeliveryOfPendingWrite() {
        assertThat(taking.send("POST", "/items", "1", JSON).status()).isEqualTo(202);
        assertThat(OperatorClient.of(taking).order("flush", "").content()).contains("\"waiting\":1");
        origin.on("/bulk", ResponseScript.status(201));
        assertThat(reading.send("DELETE", "/items", "").status()).isEqualTo(200);
        assertThat(origin.received())
                .extracting(ReceivedRequest::method, ReceivedRequest::path)
                .containsExactly(tuple("POST", "/bulk"), tuple("POST", "/bulk"), tuple("DELETE", "/items"));
    }

    /** Other gateways store responses again once they know that the write is over, which nobody waits for. */
    private ReceivedResponse storedAgain() {
        ReceivedResponse seen = reading.get("/items");
        for (long end = System.nanoTime() + KNOWN.toNanos(); !seen.hit() && System.nanoTime() < end; ) {
            assertThat(seen.content()).isEqualTo("new");
            seen = reading.get("/items");
        }
        assertThat(seen.cacheStatus()).contains("hit");
        return seen;
    }

    /** Nothing is answered from the store. While an attempt to deliver is under way, its fence is the reason. */
    private void assertPending(String... details) {
        for (int i = 0; i < 3; i++) {
            ReceivedResponse response = reading.get("/items");
            assertThat(response.content()).isEqualTo("old");
            assertThat(response.hit()).isFalse();
            assertThat(response.cacheStatus()).containsAnyOf(details);
        }
    }
}
