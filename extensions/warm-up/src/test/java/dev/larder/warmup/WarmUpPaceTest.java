package dev.larder.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WarmUpPaceTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MAX_RATE = 40;

    private final WarmUpPace pace = new WarmUpPace(MAX_RATE);

    /** Whatever the origin does, however late the sender is, and however long it has slept. */
    @Test
    void neverExceedsMaximumRateInAnySecond() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        List<Long> sent = new ArrayList<>();
        long now = random.nextLong() / 4;
        for (int i = 0; i < 20_000; i++) {
            long at = pace.reserve(now);
            assertThat(at).as("seed %s", seed).isGreaterThanOrEqualTo(now);
            long late = at + (random.nextInt(20) == 0 ? random.nextLong(SECOND) : 0);
            pace.sent(late);
            sent.add(late);
            now = late + (random.nextInt(50) == 0 ? random.nextLong(3 * SECOND) : random.nextLong(10 * MILLISECOND));
            if (random.nextInt(200) == 0) {
                pace.failed(now, Duration.ofMillis(random.nextInt(3000)));
            } else {
                pace.answered(random.nextLong(20 * MILLISECOND));
            }
        }
        for (int i = MAX_RATE; i < sent.size(); i++) {
            assertThat(sent.get(i) - sent.get(i - MAX_RATE))
                    .as("time of %s requests, seed %s", MAX_RATE + 1, seed)
                    .isGreaterThanOrEqualTo(SECOND);
        }
    }

    @Test
    void startsAtQuarterAndReachesMaximumWhileOriginKeepsItsPace() {
        assertThat(pace.rate()).isEqualTo(10);
        windows(6, 5 * MILLISECOND);
        assertThat(pace.rate()).isEqualTo(MAX_RATE);
        windows(6, 5 * MILLISECOND);
        assertThat(pace.rate()).isEqualTo(MAX_RATE);
    }

    @Test
    void halvesRateWhenOriginBecomesTwiceAsSlow() {
        windows(6, 20 * MILLISECOND);
        windows(1, 46 * MILLISECOND);
        assertThat(pace.rate()).isEqualTo(20);
        windows(9, 60 * MILLISECOND);
        assertThat(pace.rate()).isEqualTo(1);
        windows(1, 20 * MILLISECOND);
        assertThat(pace.rate()).isEqualTo(6);
    }

    @Test
    void ignoresFewSlowPages() {
        windows(6, 20 * MILLISECOND);
        for (int i = 0; i < WarmUpPace.WINDOW; i++) {
            pace.answered(i < WarmUpPace.WINDOW / 2 - 1 ? SECOND : 20 * MILLISECOND);
        }
        assertThat(pace.rate()).isEqualTo(MAX_RATE);
    }

    @Test
    void raisesRateAgainForPermanentlySlowerOrigin() {
        windows(6, 20 * MILLISECOND);
        windows(10, 60 * MILLISECOND);
        assertThat(pace.rate()).isEqualTo(1);
        windows(80, 60 * MILLISECOND);
        assertThat(pace.rate()).isEqualTo(MAX_RATE);
    }

    @Test
    void honorsPauseRequestedByOriginUpToMaximum() {
        pace.reserve(0);
        pace.failed(MILLISECOND, Duration.ofSeconds(5));
        assertThat(pace.reserve(2 * MILLISECOND)).isEqualTo(MILLISECOND + 5 * SECOND);
        pace.failed(6 * SECOND, Duration.ofDays(1));
        assertThat(pace.reserve(6 * SECOND)).isEqualTo(6 * SECOND + WarmUpPace.MAX_PAUSE.toNanos());
        assertThat(pace.rate()).isEqualTo(2.5);
    }

    private void windows(int count, long took) {
        for (int i = 0; i < count * WarmUpPace.WINDOW; i++) {
            pace.answered(took);
        }
    }
}
