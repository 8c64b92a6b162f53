package dev.larder.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.test.scheduler.VirtualTimeScheduler;

class BodyIdleTimeoutTest {

    private static final Duration LONGEST = Duration.ofSeconds(8);

    private final VirtualTimeScheduler timer = VirtualTimeScheduler.create();
    private final BodyIdleTimeout pauses = new BodyIdleTimeout(LONGEST, timer);
    private int expired;

    @Test
    void reportsTooLongPauseOnlyOnce() {
        watch();

        timer.advanceTimeBy(LONGEST.plusSeconds(1));
        timer.advanceTimeBy(LONGEST);

        assertThat(expired).isOne();
    }

    @Test
    void doesNotReportPauseThatHasEnded() {
        for (int i = 0; i < 5; i++) {
            Disposable pause = watch();
            timer.advanceTimeBy(LONGEST.minusSeconds(1));
            pause.dispose();
        }

        timer.advanceTimeBy(LONGEST);

        assertThat(expired).isZero();
    }

    @Test
    void schedulesNothingOnceNoPauseIsWatched() {
        watch().dispose();

        timer.advanceTimeBy(LONGEST);

        assertThat(timer.getScheduledTaskCount()).isEqualTo(1);
    }

    private Disposable watch() {
        return pauses.watch(() -> expired++);
    }
}
