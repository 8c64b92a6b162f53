package dev.larder.policies.ghost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeavyHittersTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void findsFewKeysThatMakeHalfOfTraffic(long seed) {
        var heavies = new HeavyHitters(200);
        var random = new Random(seed);
        for (int i = 0; i < 50_000; i++) {
            heavies.recordRequests(i % 2 == 0 ? random.nextInt(10) : random.nextInt(1 << 20), 100, 1);
            if (heavies.isDue()) {
                heavies.choose(10);
            }
        }
        for (long hash = 0; hash < 10; hash++) {
            assertThat(heavies.isStillHeavy(hash)).as("seed %d", seed).isTrue();
        }
    }

    @Test
    void aLargeObjectIsHeavyFromItsFirstRequest() {
        var heavies = new HeavyHitters(100);
        for (int i = 0; i < 2_000; i++) {
            heavies.recordRequests(i % 50, 100, 1);
        }
        heavies.choose(10);
        assertThat(heavies.recordRequests(1_000, 1 << 20, 1)).isTrue();
        assertThat(heavies.recordRequests(1_001, 100, 1)).isFalse();
    }

    @Test
    void limitOfZeroAllowsNoHeavyHitters() {
        var heavies = new HeavyHitters(100);
        heavies.recordRequests(1, 100, 1);
        heavies.choose(0);
        assertThat(heavies.recordRequests(1, 100, 1_000)).isFalse();
    }
}
