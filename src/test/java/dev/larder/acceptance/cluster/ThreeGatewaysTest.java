package dev.larder.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three gateways are one cache: what one of them knows the others know, and what one of them forgets is forgotten. */
@Tag("thorough")
class ThreeGatewaysTest {

    private static final int CLIENTS = 300;
    private static final int WRITES = 100;
    private static final long SEED = Long.getLong("larder.seed", new Random().nextLong());
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String[] FRESH = {"Cache-Control", "max-age=600"};

    @SuppressWarnings("NullAway.Init")
    private static ThreeMemberCluster cluster;

    private final String path = UniquePath.next();

    @BeforeAll
    static void start() {
        cluster = ThreeMemberCluster.startPatient(MemberConsistency.STRICT);
    }

    @BeforeEach
    void together() {
        cluster.awaitTogether();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void everyMemberReportsThreeMembers() {
        for (MemberProcess member : cluster.members()) {
            ReceivedResponse health = member.health();
            assertThat(health.status()).isEqualTo(200);
            assertThat(health.content()).contains("\"cluster\"", "\"members\":3", "\"answersFromStore\":true");
        }
    }

    @Test
    void responseFetchedByOneMemberIsHitOnTheOthers() {
        cluster.origin().on(path, ResponseScript.ok("page", FRESH));
        assertThat(cluster.member(0).get(path).hit()).isFalse();
        RepeatedRequest.holds(
                "all members have it",
                PATIENCE,
                () -> cluster.members().stream().allMatch(member -> member.has(path)));
        assertThat(cluster.member(2).get(path).content()).isEqualTo("page");
        assertThat(cluster.origin().count(path)).isEqualTo(1);
    }

    @Test
    @Tag("hardening-F5")
    void coldRequestsOnAllMembersShareOneOriginRequest() {
        OriginLatch gate = new OriginLatch();
        cluster.origin().on(path, request -> ResponseScript.ok("page", FRESH).before(gate));
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(cluster.member(i % ClusterNetwork.SIZE).connect().request("GET", path));
            }
            gate.awaitArrival();
            cluster.members().forEach(ThreeGatewaysTest::awaitReading);
            gate.release();
            for (RawClient client : clients) {
                assertThat(client.read().content()).isEqualTo("page");
            }
        } finally {
            clients.forEach(RawClient::close);
        }
        assertThat(cluster.origin().count(path)).isEqualTo(1);
    }

    @Test
    @Tag("hardening-I9")
    void writeOnOneMemberIsImmediatelyMissOnTheOthers() {
        System.out.println("larder.seed=" + SEED);
        Random random = new Random(SEED);
        AtomicInteger version = new AtomicInteger();
        cluster.origin().on(path, request -> {
            boolean read = request.method().equals("GET");
            return read
                    ? ResponseScript.ok("version " + version.get(), FRESH)
                    : ResponseScript.ok("version " + version.incrementAndGet());
        });
        for (int i = 0; i < WRITES; i++) {
            MemberProcess writer = cluster.member(random.nextInt(ClusterNetwork.SIZE));
            MemberProcess reader = cluster.member((writer.number() + 1 + random.nextInt(2)) % ClusterNetwork.SIZE);
            cluster.member(random.nextInt(ClusterNetwork.SIZE)).get(path);
            awaitHit(reader, path);
            String written = writer.put(path).content();
            ReceivedResponse read = reader.get(path);
            assertThat(read.content()).as("write %d, seed %d", i, SEED).isEqualTo(written);
            assertThat(read.hit()).as("write %d, seed %d", i, SEED).isFalse();
        }
    }

    @Test
    void purgeOnOneMemberIsMissOnAllMembers() {
        AtomicInteger version = new AtomicInteger();
        cluster.origin().on(path, request -> ResponseScript.ok("version " + version.incrementAndGet(), FRESH));
        for (MemberProcess operated : cluster.members()) {
            cluster.members().forEach(member -> awaitHit(member, path));
            int known = version.get();
            String url = "http://example.test" + path;
            assertThat(operated.operator().purge("url", url).status()).isEqualTo(200);
            for (MemberProcess member : cluster.members()) {
                assertThat(member.get(path).content())
                        .as("through %d after a purge at %d", member.number(), operated.number())
                        .isNotEqualTo("version " + known);
            }
        }
    }

    @Test
    @Tag("hardening-C")
    void resumedMemberServesNothingOlderThanWritesDuringItsPause() {
        List<RegisterOperation> operations =
                new PausedMemberReads(cluster, new OriginRegisters("sleep").at(cluster)).wake();
        assertThat(operations).allMatch(RegisterOperation::answered);
        assertThat(new RegisterHistoryChecker().check(operations)).isEmpty();
    }

    /** Asks that member, which may ask the origin, until it answers from a store. */
    private static void awaitHit(MemberProcess member, String path) {
        RepeatedRequest.holds(
                "a hit through " + member.number(),
                PATIENCE,
                () -> member.get(path).hit());
    }

    /** Whatever was sent to that member before has been read: its event loops have each read something sent later. */
    private static void awaitReading(MemberProcess member) {
        cluster.origin().on("/alive", ResponseScript.ok("alive", "Cache-Control", "no-store"));
        for (int i = 0; i < 2 * Math.max(4, Runtime.getRuntime().availableProcessors()); i++) {
            assertThat(member.get("/alive").content()).isEqualTo("alive");
        }
    }
}
