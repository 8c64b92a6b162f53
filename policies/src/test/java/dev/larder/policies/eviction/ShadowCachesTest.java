package dev.larder.policies.eviction;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which objects the shadows see, and what those stand for. */
class ShadowCachesTest {

    /** Residents of a shadow above which the sample is halved. */
    private static final int MOST = 256;

    /** An object of this size occupies a part of a shadow that no sampled one may exceed. */
    private static final long PART = 1 << 14;

    private static final long CAPACITY = 64 * PART;

    private final ShadowCaches<Long> shadows = new ShadowCaches<>(CAPACITY, OptimizationGoal.HITS);

    private void request(long key, long size) {
        shadows.request(key, key, size, 1);
        shadows.checkInvariants();
    }

    private void fill(int residents, int every) {
        LongStream.range(0, residents).forEach(n -> request(n * every, 1));
    }

    private long weight(long key) {
        return requireNonNull(requireNonNull(shadows.sample().get(key)).in(0)).weight;
    }

    @Test
    void samplesAllObjectsWhileFew() {
        fill(MOST, 1);
        assertThat(shadows.sample()).hasSize(MOST);
        assertThat(weight(7)).isEqualTo(1);
    }

    @Test
    void exceedingLimitHalvesSampleByHash() {
        fill(MOST + 1, 1);
        assertThat(shadows.sample().keySet())
                .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(0, MOST / 2)
                        .map(n -> 2 * n)
                        .boxed()
                        .toList());
    }

    @Test
    void sampledObjectsCountTwiceAfterHalving() {
        fill(MOST + 1, 1);
        assertThat(weight(4)).isEqualTo(2);
        request(1_001, 1);
        assertThat(shadows.sample()).doesNotContainKey(1_001L);
        request(1_002, 3);
        assertThat(weight(1_002)).isEqualTo(6);
    }

    @Test
    void sampledObjectsCountFourTimesAfterSecondHalving() {
        fill(MOST + 1, 1);
        fill(MOST + 1, 2);
        assertThat(shadows.sample().keySet()).allMatch(key -> key % 4 == 0).hasSize(MOST / 2 + 1);
        assertThat(weight(4)).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({
        PART + ", 0",
        PART / 2 + 1 + ", 0",
        PART / 2 + ", 1",
        PART / 4 + 1 + ", 1",
        PART / 4 + ", 2",
        PART / 8 + ", 2",
        "1, 2",
    })
    void largeObjectsAreSampledMoreOften(long size, int level) {
        fill(MOST + 1, 1);
        fill(MOST + 1, 2);
        long undrawn = 1_000_000 + (1L << level) / 2;
        long drawn = 2_000_000;
        request(undrawn, size);
        request(drawn, size);
        assertThat(shadows.sample().containsKey(undrawn)).isEqualTo(level == 0);
        assertThat(weight(drawn)).isEqualTo(size << level);
    }

    @Test
    void objectLargerThanCapacityIsNotSampled() {
        request(1, CAPACITY + 1);
        assertThat(shadows.sample()).isEmpty();
        request(1, CAPACITY);
        assertThat(shadows.sample()).containsOnlyKeys(1L);
    }

    @Test
    void changedSizeReplacesSampledObject() {
        request(1, 10);
        request(1, 30);
        assertThat(weight(1)).isEqualTo(30);
        assertThat(shadows.sample()).hasSize(1);
    }

    @Test
    void repeatedRequestUpdatesFrequencyOfSampledObject() {
        request(1, 10);
        SampledObject<Long> before = shadows.sample().get(1L);
        shadows.request(1L, 1, 10, 5);
        assertThat(shadows.sample().get(1L)).isSameAs(before);
        assertThat(requireNonNull(before).frequency).isEqualTo(5);
        assertThat(requireNonNull(before.in(0)).frequency).isEqualTo(5);
    }

    @Test
    void removedObjectIsInNoShadowCache() {
        request(1, 10);
        shadows.remove(1L);
        shadows.remove(2L);
        shadows.checkInvariants();
        assertThat(shadows.sample()).isEmpty();
    }

    @Test
    void objectEvictedFromAllShadowCachesLeavesSample() {
        request(1, CAPACITY);
        shadows.request(2L, 2, CAPACITY, 15);
        shadows.checkInvariants();
        assertThat(shadows.sample()).containsOnlyKeys(2L);
    }
}
