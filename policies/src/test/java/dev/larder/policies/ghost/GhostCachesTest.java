package dev.larder.policies.ghost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GhostCachesTest {

    private static final long FOR_EVER = Long.MAX_VALUE;
    private static final long MEGABYTE = 1 << 20;

    private static GhostSettings settings(long oneIn, long memory, CandidatePolicy... policies) {
        return new GhostSettings(List.of(policies), List.of(20_000L, 100_000L, 500_000L), oneIn, memory, FOR_EVER, 7);
    }

    private static void read(GhostCaches ghosts, long key, long version, long time) {
        int stratum = met(ghosts, key, 100, time);
        ghosts.read(new GhostRead(key, 100, ContentVersion.of(version), time, FOR_EVER, 1, stratum));
    }

    private static int met(GhostCaches ghosts, long key, long size, long before) {
        int stratum = ghosts.stratum(key, before);
        ghosts.count(stratum, 1, size);
        return stratum;
    }

    /** Keys of which few are asked for often, and sizes that do not depend on that. */
    private static void traffic(GhostCaches ghosts, int reads, Random random) {
        for (int i = 0; i < reads; i++) {
            long key = (long) Math.exp(random.nextDouble() * Math.log(8_000));
            long size = 50 + key * 31 % 400;
            int stratum = met(ghosts, key, size, i);
            ghosts.read(new GhostRead(key, size, ContentVersion.of(i / 3_000 * (key % 7)), i, 20_000, 1, stratum));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void invariantsHoldWhileSampleChangesAndShrinks(long seed) {
        long memory = 3 * MEGABYTE;
        var ghosts = new GhostCaches(settings(2, memory, CandidatePolicy.values()));
        var random = new Random(seed);
        for (int lap = 0; lap < 10; lap++) {
            traffic(ghosts, 2_000, random);
            ghosts.checkInvariants();
        }
        assertThat(ghosts.report().oneIn()).as("seed %d", seed).isGreaterThan(2);
    }

    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(longs = {4_000_000, 6_000_000, 8_000_000})
    void memoryIsBounded(long memory) {
        var ghosts = new GhostCaches(settings(2, memory, CandidatePolicy.values()));
        var random = new Random(memory);
        for (int i = 0; i < 60_000; i++) {
            read(ghosts, random.nextInt(40_000), 0, i);
        }
        assertThat(ghosts.report().bytes()).isLessThanOrEqualTo(memory);
        assertThat(ghosts.report().drawn()).isPositive();
    }

    @Test
    void equalSeedsAndRequestsGiveEqualReports() {
        var some = new GhostCaches(
                settings(4, 8 * MEGABYTE, CandidatePolicy.LRU, CandidatePolicy.GDSF, CandidatePolicy.LARDER));
        var others = new GhostCaches(
                settings(4, 8 * MEGABYTE, CandidatePolicy.LRU, CandidatePolicy.GDSF, CandidatePolicy.LARDER));
        traffic(some, 20_000, new Random(1));
        traffic(others, 20_000, new Random(1));
        assertThat(some.report()).isEqualTo(others.report());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void missCausesAddUpToAllMisses(long seed) {
        var ghosts = new GhostCaches(settings(4, 8 * MEGABYTE, CandidatePolicy.LRU, CandidatePolicy.S3FIFO));
        traffic(ghosts, 30_000, new Random(seed));
        for (HitRatioCurve curve : ghosts.report().curves()) {
            for (HitRatioPoint point : curve.points()) {
                double misses = point.misses().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum();
                assertThat(misses).as("seed %d", seed).isCloseTo(1 - point.hitRatio(), within(1e-9));
                assertThat(point.misses()).containsOnlyKeys(GhostMissCause.values());
            }
        }
    }

    @Test
    void onlyFirstRequestsMissWhereEverythingFits() {
        var ghosts = new GhostCaches(settings(2, 8 * MEGABYTE, CandidatePolicy.LRU));
        for (int i = 0; i < 40_000; i++) {
            read(ghosts, i % 1_000, 0, i);
        }
        HitRatioPoint largest = ghosts.report().curves().get(0).points().get(2);
        assertThat(largest.hitRatio()).isCloseTo(0.975, within(1e-9));
        assertThat(largest.misses())
                .containsEntry(GhostMissCause.COLD, 0.025)
                .containsEntry(GhostMissCause.CAPACITY, 0.0);
    }

    @Test
    void countsInvalidatedAndExpiredMissesSeparatelyFromCapacity() {
        var ghosts = new GhostCaches(settings(2, 8 * MEGABYTE, CandidatePolicy.LRU));
        for (int i = 0; i < 40_000; i++) {
            int stratum = met(ghosts, i % 1_000, 100, i);
            ghosts.read(new GhostRead(i % 1_000, 100, ContentVersion.of(i / 10_000), i, 5_000, 1, stratum));
        }
        HitRatioPoint largest = ghosts.report().curves().get(0).points().get(2);
        assertThat(largest.misses().get(GhostMissCause.INVALIDATED)).isCloseTo(0.075, within(0.005));
        assertThat(largest.misses().get(GhostMissCause.EXPIRED)).isCloseTo(0.1, within(0.005));
        assertThat(largest.misses()).containsEntry(GhostMissCause.CAPACITY, 0.0);
    }

    @Test
    void mostRequestedKeysAreAlwaysSampled() {
        var ghosts = new GhostCaches(settings(64, 8 * MEGABYTE, CandidatePolicy.LRU));
        var random = new Random(5);
        for (int i = 0; i < 60_000; i++) {
            read(ghosts, i % 2 == 0 ? random.nextInt(20) : 1_000 + random.nextInt(6_000), 0, i);
        }
        assertThat(ghosts.report().heaviest()).isBetween(20, 80);
        double half = ghosts.report().curves().get(0).points().get(1).hitRatio();
        assertThat(half).as("20 keys make half of the requests, and fit").isBetween(0.5, 0.65);
    }

    @Test
    void sampledReadsOfHeaviestKeysSuffice() {
        var ghosts = new GhostCaches(settings(8, 8 * MEGABYTE, CandidatePolicy.LRU));
        var random = new Random(6);
        for (int i = 0; i < 200_000; i++) {
            long key = (long) Math.exp(random.nextDouble() * Math.log(4_000));
            int stratum = met(ghosts, key, 100, i);
            boolean told = i % 16 == 0;
            if (told || i < 4_000 || ghosts.isDrawn(key)) {
                ghosts.read(new GhostRead(key, 100, ContentVersion.of(0), i, FOR_EVER, told ? 16 : 0, stratum));
            }
        }
        assertThat(ghosts.report().curves().get(0).hitRatio(500_000)).isCloseTo(0.98, within(0.02));
    }

    @Test
    void oldRequestsAreForgotten() {
        var settings = new GhostSettings(List.of(CandidatePolicy.LRU), List.of(100_000L), 2, 8 * MEGABYTE, 10_000, 7);
        var ghosts = new GhostCaches(settings);
        for (int i = 0; i < 40_000; i++) {
            read(ghosts, i, 0, i);
        }
        for (int i = 0; i < 60_000; i++) {
            read(ghosts, i % 100, 0, i);
        }
        assertThat(ghosts.report().curves().get(0).points().get(0).hitRatio()).isGreaterThan(0.95);
    }

    @Test
    void rejectsSampleRateThatIsNoPowerOfTwo() {
        assertThatThrownBy(() -> settings(10, MEGABYTE, CandidatePolicy.LRU)).hasMessageContaining("power of two");
    }
}
