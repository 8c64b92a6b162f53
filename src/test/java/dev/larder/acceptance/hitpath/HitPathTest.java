package dev.larder.acceptance.hitpath;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.gateway.connection.HitLevel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

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

    /** While each request is logged, no hit is answered by its octets alone. */
    private static final Logger LOG_OF_REQUESTS = (Logger) LoggerFactory.getLogger("dev.larder.gateway.requests");

    private static final int PROGRESS = 10_000;

    @BeforeEach
    void logNoRequests() {
        LOG_OF_REQUESTS.setLevel(Level.INFO);
    }

    @AfterEach
    void logRequests() {
        LOG_OF_REQUESTS.setLevel(null);
    }

    @Test
    void allHitLevelsGiveSameResponses() {
        assertAlike(400, "", List.of());
    }

    @Test
    void allHitLevelsGiveSameResponsesToTrustedProxy() {
        assertAlike(200, "127\\.0\\.0\\.1|192\\.0\\.2\\..*", List.of());
    }

    @Test
    void allHitLevelsApplyResponseFiltersAlike() {
        assertAlike(200, "", FILTERS);
    }

    @Test
    @Tag("busy")
    @Tag("thorough")
    void allHitLevelsGiveSameResponsesToManyRequests() {
        assertAlike(Integer.getInteger("larder.differential.requests", 4_000), "", List.of());
    }

    @Test
    @Tag("busy")
    @Tag("thorough")
    void allHitLevelsGiveSameResponsesToManyRequestsOfTrustedProxy() {
        assertAlike(Integer.getInteger("larder.differential.requests", 4_000), "127\\.0\\.0\\.1", List.of());
    }

    @Test
    @Tag("busy")
    @Tag("thorough")
    void allHitLevelsApplyResponseFiltersAlikeToManyRequests() {
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
            int i = 0;
            for (; i < requests || (i < 10 * requests && !areEarly(requests, web, connection)); i++) {
                if (random.nextInt(8) == 0) {
                    clock.advance(Duration.ofMillis(random.nextInt(4_000)));
                }
                if (random.nextInt(500) == 0) {
                    List.of(gateway, web, connection, forwarding).forEach(HitLevelGateway::refreshRoutes);
                }
                RandomRequests asked = RandomRequests.random(random, TARGETS);
                assertAlike("request " + i + " of seed " + seed, asked, gateway, List.of(web, connection, forwarding));
                if (i % PROGRESS == PROGRESS - 1) {
                    progress(i + 1, began);
                }
            }
            progress(i, began);
            report(List.of(gateway, web, connection, forwarding));
            assertThat(gateway.early()).isZero();
            assertThat(forwarding.forwarded()).as("forwarded early").isGreaterThan(requests / 20);
            assertThat(Arrays.asList(web.early(), connection.early()))
                    .as("answers given early")
                    .allMatch(early -> early > requests / 20);
        }
    }

    private static void assertAlike(
            String which, RandomRequests asked, HitLevelGateway gateway, List<HitLevelGateway> others) {
        List<String> expected = gateway.send(asked);
        List<String> expectedOfOrigin = gateway.asked();
        for (HitLevelGateway early : others) {
            assertThat(early.send(asked)).as("%s: %s:%n%s", early, which, asked).isEqualTo(expected);
            assertThat(early.asked())
                    .as("%s: at the origin, %s:%n%s", early, which, asked)
                    .isEqualTo(expectedOfOrigin);
        }
    }

    /** Few of a random order may be repeated as they were asked before: more are asked then. */
    private static boolean areEarly(int requests, HitLevelGateway... gateways) {
        return Arrays.stream(gateways).allMatch(gateway -> gateway.early() > requests / 20);
    }

    private static void progress(int requests, long began) {
        Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
        System.out.printf(
                "%d random requests and what follows them, in %d s; the JVM has used %d s of CPU%n",
                requests, Duration.ofNanos(System.nanoTime() - began).toSeconds(), cpu.toSeconds());
    }

    private static void report(List<HitLevelGateway> gateways) {
        System.out.println("Allowed differences:");
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
