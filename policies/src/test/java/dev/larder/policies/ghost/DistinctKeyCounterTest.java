package dev.larder.policies.ghost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistinctKeyCounterTest {

    private final KeySampler drawn = new KeySampler(1, 6);

    @Test
    void countsEachKeyOnce() {
        var census = new DistinctKeyCounter(1_000);
        for (long key = 1; key <= 500; key++) {
            assertThat(census.meet(drawn.hash(key), drawn)).isOne();
            assertThat(census.meet(drawn.hash(key), drawn)).isZero();
        }
        assertThat(census.keys()).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void estimatesCountBySampleAboveLimit(long seed) {
        var census = new DistinctKeyCounter(4_000);
        var random = new SplittableRandom(seed);
        long met = 0;
        for (int i = 0; i < 50_000; i++) {
            long hash = random.nextLong();
            met += census.meet(hash, drawn) + census.meet(hash, drawn);
        }
        assertThat(met).as("seed %d", seed).isCloseTo(50_000, Percentage.withPercentage(5));
        assertThat(census.keys()).isCloseTo(50_000, Percentage.withPercentage(8));
    }

    @Test
    void sampledKeysAreAlwaysCounted() {
        var census = new DistinctKeyCounter(64);
        var random = new SplittableRandom(9);
        for (int i = 0; i < 100_000; i++) {
            long hash = random.nextLong();
            long met = census.meet(hash, drawn);
            assertThat(drawn.has(hash) && met == 0).isFalse();
        }
    }
}
