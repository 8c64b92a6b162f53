package dev.larder.policies.ghost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReuseDistancesTest {

    private final ReuseDistances reuse = new ReuseDistances();
    private final long[] hashes = new SplittableRandom(3).longs(1_000).toArray();

    private long of(int stratum, int requests, int keys) {
        return IntStream.range(0, requests)
                .filter(i -> reuse.stratum(hashes[i % keys], i) == stratum)
                .count();
    }

    @Test
    void strataHaveTwoStepsPerPowerOfTwo() {
        assertThat(IntStream.of(0, 15, 16, 23, 24, 31, 32, (1 << 24) - 1).map(ReuseDistances::stratum))
                .containsExactly(0, 0, 1, 1, 2, 2, 3, ReuseDistances.UNKNOWN - 1);
    }

    @Test
    void firstRequestHasUnknownDistance() {
        assertThat(of(ReuseDistances.UNKNOWN, 1_000, 1_000)).isGreaterThan(990);
    }

    @Test
    void repeatedRequestReportsTimeSinceLast() {
        assertThat(of(ReuseDistances.stratum(100), 1_100, 100)).isGreaterThan(980);
    }

    @Test
    void repetitionsWithinFirstStratumKeepRecordedTime() {
        assertThat(of(0, 17, 1)).isEqualTo(15);
        assertThat(reuse.stratum(hashes[0], 17)).isZero();
        assertThat(reuse.stratum(hashes[0], 16 + 64)).isEqualTo(ReuseDistances.stratum(64));
    }

    @Test
    void measuresDistanceAcrossTimeOverflow() {
        long late = (1L << 24) - 50;
        reuse.stratum(hashes[0], late);
        assertThat(reuse.stratum(hashes[0], late + 100)).isEqualTo(ReuseDistances.stratum(100));
    }
}
