package dev.larder.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;
import reactor.test.scheduler.VirtualTimeScheduler;

class BodyIdleTimeoutTest {

    private static final Duration LONGEST = Duration.ofSeconds(8);

    private final VirtualTimeScheduler timer = VirtualTimeScheduler.create();
    private final BodyIdleTimeout pauses = new BodyIdleTimeout(LONGEST, timer);
    private final Sinks.Many<String> body = Sinks.many().unicast().onBackpressureBuffer();
    private final List<String> pieces = new ArrayList<>();
    private @Nullable Throwable end;

    @Test
    void aBodyThatPausesForLongerThanAllowedEndsInATimeout() {
        read();
        body.tryEmitNext("one");

        timer.advanceTimeBy(LONGEST.plusSeconds(1));

        assertThat(pieces).containsExactly("one");
        assertThat(end).isInstanceOf(TimeoutException.class);
        assertThat(body.currentSubscriberCount()).isZero();
    }

    @Test
    void aBodyThatDoesNotBeginEndsInATimeout() {
        read();

        timer.advanceTimeBy(LONGEST.plusSeconds(1));

        assertThat(end).isInstanceOf(TimeoutException.class);
    }

    @Test
    void eachPieceBeginsAPauseAnew() {
        read();
        for (int i = 0; i < 5; i++) {
            timer.advanceTimeBy(LONGEST.minusSeconds(1));
            body.tryEmitNext("piece");
        }

        assertThat(pieces).hasSize(5);
        assertThat(end).isNull();
    }

    @Test
    void onceNoBodyIsUnderWayNothingIsScheduledAnyMore() {
        read();
        body.tryEmitComplete();

        timer.advanceTimeBy(LONGEST);

        assertThat(timer.getScheduledTaskCount()).isEqualTo(1);
    }

    private void read() {
        pauses.bound(body.asFlux()).subscribe(pieces::add, error -> end = error);
    }
}
