package dev.larder.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.gateway.connection.HitLevel;
import dev.larder.gateway.connection.HitPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two gateways that carry out requests at the connections of their clients are one cache. */
class ConnectionForwardingClusterTest {

    private static final int CLIENTS = 60;
    private static final int WRITES = 50;
    private static final long SEED = Long.getLong("larder.seed", new Random().nextLong());
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String[] FRESH = {"Cache-Control", "max-age=600"};

    @SuppressWarnings("NullAway.Init")
    private static ScriptedOrigin origin;

    @SuppressWarnings("NullAway.Init")
    private static List<GatewayFixture> gateways;

    private final String path = UniquePath.next();

    @BeforeAll
    static void start() {
        origin = ScriptedOrigin.start();
        ClusterNetwork net = new LoopbackNetwork();
        List<String> peers = List.of(net.place(0).peer(), net.place(1).peer());
        gateways = ConcurrentClients.start(
                        peers.size(),
                        number -> GatewayFixture.inJvm()
                                .origin(origin)
                                .property("larder.forward", "native")
                                .property("larder.hit-path", "auto")
                                .property("larder.cluster.enabled", true)
                                .property("larder.cluster.name", "connections-" + peers.get(0))
                                .property("larder.cluster.address", peers.get(number))
                                .property("larder.cluster.members", String.join(",", peers))
                                .property("larder.cluster.lookup-timeout", "10s")
                                .start())
                .results();
    }

    @AfterAll
    static void stop() {
        gateways.forEach(GatewayFixture::close);
        origin.close();
    }

    @Test
    void coldRequestsOnBothGatewaysShareOneOriginRequest() {
        long before = atConnections();
        OriginLatch gate = new OriginLatch();
        origin.on(path, request -> ResponseScript.ok("page", FRESH).before(gate));
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(gateways.get(i % gateways.size()).connect().request("GET", path));
            }
            gate.awaitArrival();
            gateways.forEach(ConnectionForwardingClusterTest::awaitReading);
            gate.release();
            for (RawClient client : clients) {
                assertThat(client.read().content()).isEqualTo("page");
            }
        } finally {
            clients.forEach(RawClient::close);
        }
        assertThat(origin.count(path)).isEqualTo(1);
        assertThat(atConnections() - before).isGreaterThanOrEqualTo(CLIENTS);
    }

    @Test
    void writeOnOneGatewayIsImmediatelyMissOnTheOther() {
        System.out.println("larder.seed=" + SEED);
        Random random = new Random(SEED);
        AtomicInteger version = new AtomicInteger();
        origin.on(path, request -> {
            boolean read = request.method().equals("GET");
            return read
                    ? ResponseScript.ok("version " + version.get(), FRESH)
                    : ResponseScript.ok("version " + version.incrementAndGet());
        });
        long before = atConnections();
        for (int i = 0; i < WRITES; i++) {
            int writing = random.nextInt(gateways.size());
            GatewayFixture writer = gateways.get(writing);
            GatewayFixture reader = gateways.get(1 - writing);
            gateways.get(random.nextInt(gateways.size())).get(path);
            RepeatedRequest.holds(
                    "a hit through the other", PATIENCE, () -> reader.get(path).hit());
            String written = writer.send("PUT", path, "new").content();
            ReceivedResponse read = reader.get(path);
            assertThat(read.content()).as("write %d, seed %d", i, SEED).isEqualTo(written);
            assertThat(read.hit()).as("write %d, seed %d", i, SEED).isFalse();
        }
        assertThat(atConnections() - before).isGreaterThanOrEqualTo(3 * WRITES);
    }

    /** Whatever was sent to that gateway before has been read: its event loops have each read something sent later. */
    private static void awaitReading(GatewayFixture gateway) {
        origin.on("/alive", ResponseScript.ok("alive", "Cache-Control", "no-store"));
        for (int i = 0; i < 2 * Math.max(4, Runtime.getRuntime().availableProcessors()); i++) {
            assertThat(gateway.get("/alive").content()).isEqualTo("alive");
        }
    }

    /** Requests that were answered without the server behind the connection. */
    private static long atConnections() {
        return gateways.stream()
                .map(gateway -> gateway.context().getBean(HitPath.class).report())
                .mapToLong(report -> report.forwarded() + report.hits().getOrDefault(HitLevel.CONNECTION, 0L))
                .sum();
    }
}
