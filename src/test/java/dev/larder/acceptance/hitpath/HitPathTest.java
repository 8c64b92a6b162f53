package dev.larder.acceptance.hitpath;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.TestClock;
import dev.larder.gateway.connection.HitLevel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same requests get the same answers at all levels, and ask the origin for the same; {@code -Dlarder.differential.requests} says how many. */
class HitPathTest {

    private static final String GATEWAY = "gateway";
    private static final List<String> PATHS =
            IntStream.range(0, 17).mapToObj(path -> "/p" + path).toList();

    /** Those of the cached route, and of the uncached one. */
    private static final List<String> TARGETS = Stream.concat(
                    PATHS.stream(),
                    PATHS.stream()
                            .filter(path -> PATHS.indexOf(path) != HitLevelGateway.HANGS_UP)
                            .map(path -> HitLevelGateway.UNCACHED + path))
            .toList();

    private static final List<String> FILTERS = List.of(
            "AddResponseHeader=X-Added, one",
            "AddResponseHeader=Vary, X-Other",
            "DedupeResponseHeader=Vary X-Added, RETAIN_UNIQUE",
            "SetResponseHeader=Cache-Status, Outer",
            "RemoveResponseHeader=Date",
            "RemoveResponseHeader=ETag",
            "SecureHeaders");

    @Test
    void allLevelsAnswerAlike() {
        assertAlike(400, "", List.of());
    }

    @Test
    void allLevelsAnswerATrustedProxyAlike() {
        assertAlike(200, "127\\.0\\.0\\.1|192\\.0\\.2\\..*", List.of());
    }

    @Test
    void allLevelsFilterResponsesAlike() {
        assertAlike(200, "", FILTERS);
    }

    @Test
    @Tag("busy")
    @Tag("thorough")
    void allLevelsAnswerManyRequestsAlike() {
        assertAlike(Integer.getInteger("larder.differential.requests", 4_000), "", List.of());
    }

    @Test
    @Tag("busy")
    @Tag("thorough")
    void allLevelsAnswerManyRequestsOfATrustedProxyAlike() {
        assertAlike(Integer.getInteger("larder.differential.requests", 4_000), "127\\.0\\.0\\.1", List.of());
    }

    @Test
    @Tag("busy")
    @Tag("thorough")
    void allLevelsFilterManyResponsesAlike() {
        assertAlike(Integer.getInteger("larder.differential.requests", 4_000), "", FILTERS);
    }

    private static void assertAlike(int requests, String trustedProxies, List<String> filters) {
        long seed = Long.getLong("larder.differential.seed", System.nanoTime());
        System.out.println("larder.differential.seed=" + seed);
        long began = System.nanoTime();
        var random = new Random(seed);
        var clock = new TestClock();
        try (var gateway = new HitLevelGateway(HitLevel.GATEWAY, GATEWAY, clock, PATHS, trustedProxies, filters);
                var web = new HitLevelGateway(HitLevel.WEB, GATEWAY, clock, PATHS, trustedProxies, filters);
                var connection =
                        new HitLevelGateway(HitLevel.CONNECTION, GATEWAY, clock, PATHS, trustedProxies, filters);
                var forwarding =
                        new HitLevelGateway(HitLevel.CONNECTION, "native", clock, PATHS, trustedProxies, filters)) {
            for (int i = 0; i < requests || (i < 10 * requests && !areEarly(requests, web, connection)); i++) {
                if (random.nextInt(8) == 0) {
                    clock.advance(Duration.ofMillis(random.nextInt(4_000)));
                }
                if (random.nextInt(500) == 0) {
                    List.of(gateway, web, connection, forwarding).forEach(HitLevelGateway::refreshRoutes);
                }
                RandomRequests asked = RandomRequests.random(random, TARGETS);
                List<String> expected = gateway.send(asked);
                List<String> expectedOfOrigin = gateway.asked();
                for (HitLevelGateway early : List.of(web, connection, forwarding)) {
                    assertThat(early.send(asked))
                            .as("%s: request %s of seed %s:%n%s", early, i, seed, asked.octets())
                            .isEqualTo(expected);
                    assertThat(early.asked())
                            .as("%s: at the origin, request %s of seed %s:%n%s", early, i, seed, asked.octets())
                            .isEqualTo(expectedOfOrigin);
                }
            }
            report(requests, began, List.of(gateway, web, connection, forwarding));
            assertThat(gateway.early()).isZero();
            assertThat(forwarding.forwarded()).as("forwarded early").isGreaterThan(requests / 20);
            assertThat(Arrays.asList(web.early(), connection.early()))
                    .as("answers given early")
                    .allMatch(early -> early > requests / 20);
        }
    }

    /** Few of a random order may be repeated as they were asked before: more are asked then. */
    private static boolean areEarly(int requests, HitLevelGateway... gateways) {
        return Arrays.stream(gateways).allMatch(gateway -> gateway.early() > requests / 20);
    }

    private static void report(int requests, long began, List<HitLevelGateway> gateways) {
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        System.out.printf(
                "%d random requests and what follows them, in %d s. Allowed differences:%n",
                requests, took.toSeconds());
        for (AllowedDifference difference : AllowedDifference.values()) {
            System.out.printf(
                    "  %s (left out of %s)%n",
                    difference,
                    gateways.stream()
                            .map(gateway -> gateway + ": " + gateway.leftOut().getOrDefault(difference, 0))
                            .toList());
        }
    }
}
