package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Waiting has bounds: for a connection to the origin, and for another client's origin request. */
class OverloadTest {

    private static final String POOL = "spring.cloud.gateway.server.webflux.httpclient.pool.";
    private static final int CONNECTIONS = 4;
    private static final int PENDING = 4;
    private static final int SURPLUS = 32;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.property(POOL + "type", "fixed")
            .property(POOL + "max-connections", CONNECTIONS)
            .property("larder.limits.max-connections-per-client", "20000")
            .property("larder.limits.max-pending-origin-requests", PENDING)
            .property("larder.collapse.timeout", "500ms"));

    private final String path = UniquePath.next();

    @Test
    @Tag("hardening-X9")
    void rejectsMissesBeyondQueueLimitAndServesTheRest() {
        STAGE.gateway().expect(503);
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .otherwise(request ->
                        ResponseScript.ok("served", "Cache-Control", "no-store").before(gate));
        ConcurrentClients<ReceivedResponse> connected =
                ConcurrentClients.start(CONNECTIONS, i -> STAGE.get(path + "-connected-" + i));
        gate.awaitArrivals(CONNECTIONS);
        ConcurrentClients<ReceivedResponse> others =
                ConcurrentClients.start(PENDING + SURPLUS, i -> STAGE.get(path + "-other-" + i));
        assertThat(others.first(SURPLUS)).allMatch(OverloadTest::sentAway);
        gate.release();
        assertThat(others.first(PENDING)).allMatch(response -> response.status() == 200);
        assertThat(connected.results()).allMatch(response -> response.status() == 200);
        assertThat(STAGE.get(path + "-after").content()).isEqualTo("served");
    }

    @Test
    @Tag("hardening-X9")
    void aHitNeedsNoConnectionToTheOrigin() {
        STAGE.gateway().expect(503);
        OriginLatch gate = new OriginLatch();
        STAGE.origin().on(path, ResponseScript.ok("stored", "Cache-Control", "max-age=60"));
        STAGE.get(path);
        STAGE.origin()
                .otherwise(request ->
                        ResponseScript.ok("served", "Cache-Control", "no-store").before(gate));
        List<CompletableFuture<ReceivedResponse>> waiting = java.util.stream.IntStream.range(0, 20)
                .mapToObj(i -> ConcurrentClients.one(() -> STAGE.get(path + i)))
                .toList();
        gate.awaitArrivals(CONNECTIONS);
        assertThat(STAGE.get(path).content()).isEqualTo("stored");
        gate.release();
        assertThat(waiting).allMatch(each -> ConcurrentClients.join(each).status() != 0);
    }

    @Test
    @Tag("hardening-X9")
    void requestStopsWaitingForCollapsedFetchAfterTimeout() {
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("slow", "Cache-Control", "max-age=60").before(gate));
        try (RawClient leader = STAGE.gateway().connect().request("GET", path)) {
            gate.awaitArrival();
            STAGE.origin().on(path, ResponseScript.ok("quick", "Cache-Control", "max-age=60"));
            long start = System.nanoTime();
            assertThat(STAGE.get(path).content()).isEqualTo("quick");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
            gate.release();
            assertThat(leader.read().content()).isEqualTo("slow");
        }
    }

    private static boolean sentAway(ReceivedResponse response) {
        return response.status() == 503
                && response.field("Retry-After").matches("[0-9]+")
                && response.field("Content-Type").equals("application/problem+json");
    }
}
