package dev.larder.cluster.bus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A lease runs out by whichever clock goes on; by none is it longer than it was given for. */
class LeaseClockTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private long monotonic = 5 * SECOND;
    private long wall = 1_700_000_000 * SECOND;
    private final LeaseClock clock = new LeaseClock(() -> monotonic, () -> wall);

    private void pass(long nanos) {
        monotonic += nanos;
        wall += nanos;
    }

    @Test
    void followsMonotonicClock() {
        long began = clock.now();
        pass(SECOND);
        assertThat(clock.now() - began).isEqualTo(SECOND);
        assertThat(clock.lead()).isZero();
    }

    @Test
    @Tag("hardening-C")
    void advancesWhileMachineIsSuspended() {
        long began = clock.now();
        wall += 3 * SECOND;
        assertThat(clock.now() - began).isEqualTo(3 * SECOND);
        assertThat(clock.lead()).isEqualTo(3 * SECOND);
        pass(SECOND);
        assertThat(clock.now() - began).isEqualTo(4 * SECOND);
    }

    @Test
    void countsSuspensionAfterWallClockStepsBack() {
        wall -= 3_600 * SECOND;
        long began = clock.now();
        wall += 2 * SECOND;
        assertThat(clock.now() - began).isEqualTo(2 * SECOND);
    }

    @Test
    void manyShortSuspensionsAddUp() {
        long began = clock.now();
        for (int i = 0; i < 1_000; i++) {
            wall += 3 * MILLI;
            assertThat(clock.now()).isPositive();
        }
        assertThat(clock.now() - began).isBetween(3 * SECOND - 10 * MILLI, 3 * SECOND);
    }

    @Test
    void neverGoesBack() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        long last = clock.now();
        for (int i = 0; i < 10_000; i++) {
            monotonic += random.nextInt(1_000_000);
            wall += random.nextInt(40_000_000) - 20_000_000;
            long now = clock.now();
            assertThat(now).as("seed %d, step %d", seed, i).isGreaterThanOrEqualTo(last);
            last = now;
        }
    }
}
