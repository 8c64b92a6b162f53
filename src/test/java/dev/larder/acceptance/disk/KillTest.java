package dev.larder.acceptance.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway that is killed under load comes back with what it had stored, every byte of it right, and nothing else. */
@Tag("busy")
@Tag("thorough")
class KillTest {

    private static final int KILLS = Integer.getInteger("larder.kills", 10);
    private static final long SEED = Long.getLong("larder.kills.seed", new Random().nextLong());
    private static final long SETTLED = TimeUnit.SECONDS.toNanos(1);
    private static final double WARM = 0.95;

    @TempDir
    private Path directory;

    private final SizedResources assortment = new SizedResources();
    private final Set<Integer> arrived = new HashSet<>();
    private ScriptedOrigin origin;
    private GatewayFixture gateway;

    @BeforeEach
    void start() {
        origin = ScriptedOrigin.start();
        origin.otherwise(assortment::answer);
        gateway = startGateway();
    }

    @AfterEach
    void stop() {
        gateway.close();
        origin.close();
    }

    @Test
    @Tag("hardening-K")
    void keepsHitsAcrossKillAndLeavesNoOrphanedFiles() {
        System.out.println("larder.kills.seed=" + SEED);
        Random random = new Random(SEED);
        for (int round = 1; round <= KILLS; round++) {
            DiskReaders load = DiskReaders.start(gateway, assortment, random.nextLong());
            load.kill(Duration.ofMillis(1500 + random.nextInt(2500)));
            long killed = System.nanoTime();
            gateway.check();
            arrived.addAll(load.arrived());
            gateway = startGateway();

            Set<Integer> hits = hits();
            double warm = warm(hits, load, killed - SETTLED);
            System.out.printf(
                    Locale.ROOT,
                    "kill %d of %d: %d responses, %d resources arrived, %d hits after the restart, warm %.1f %%%n",
                    round,
                    KILLS,
                    load.responses(),
                    arrived.size(),
                    hits.size(),
                    100 * warm);
            assertThat(warm).as("of what had arrived a second before").isGreaterThanOrEqualTo(WARM);
            assertNothingIsLeftOver(hits);
            arrived.retainAll(hits);
        }
    }

    /** Which resources are answered from the store; fails if one is answered wrongly. */
    private Set<Integer> hits() {
        Set<Integer> hits = new HashSet<>();
        for (int number = 0; number < SizedResources.COUNT; number++) {
            FetchedResponse response =
                    FetchedResponse.by(gateway, assortment.path(number), "Cache-Control", "only-if-cached");
            if (response.status() != 504) {
                assertThat(assortment.right(number, response))
                        .as("%d is answered with %s", number, response)
                        .isTrue();
                hits.add(number);
            }
        }
        gateway.expect(504).check();
        return hits;
    }

    /** The share of what had arrived by then, and was not fetched anew after, that is a hit. */
    private double warm(Set<Integer> hits, DiskReaders load, long then) {
        List<Integer> settled = arrived.stream()
                .filter(number -> load.unchangedSince(then, number))
                .toList();
        assertThat(settled).isNotEmpty();
        return (double) settled.stream().filter(hits::contains).count() / settled.size();
    }

    /** Each file is the body of a hit: the sizes tell whose. */
    private void assertNothingIsLeftOver(Set<Integer> hits) {
        Set<Long> known = hits.stream().map(assortment::size).collect(Collectors.toSet());
        List<Long> sizes = new DiskStoreFolder(directory)
                .await(
                        files -> known.containsAll(files) && files.size() <= hits.size(),
                        () -> FetchedResponse.by(
                                gateway, assortment.path(hits.iterator().next())));
        assertThat(sizes).allMatch(assortment::has, "the size of a whole body");
        assertThat(known).as("bodies of hits").containsAll(sizes);
        assertThat(sizes).as("one file for each body").doesNotHaveDuplicates();
    }

    private GatewayFixture startGateway() {
        return DiskGateway.process(origin, directory)
                .property("larder.disk.max-size", "1GB")
                .start();
    }
}
