package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.http.client.PingTimeout.Step;
import org.junit.jupiter.api.Test;

class PingTimeoutTest {

    private static final long LATER = 1_000;
    private static final long ASKED = LATER + PingTimeout.SILENCE;
    private static final long OVERDUE = ASKED + PingTimeout.ANSWER;

    private final PingTimeout timeout = new PingTimeout();

    @Test
    void sendsPingAfterSilenceAndClosesWithoutAnswer() {
        assertThat(timeout.sweep(LATER, 7)).isEqualTo(Step.NONE);
        assertThat(timeout.sweep(ASKED - 1, 7)).isEqualTo(Step.NONE);
        assertThat(timeout.sweep(ASKED, 7)).isEqualTo(Step.PING);
        assertThat(timeout.sweep(OVERDUE - 1, 7)).isEqualTo(Step.NONE);
        assertThat(timeout.sweep(OVERDUE, 7)).isEqualTo(Step.NONE);
        assertThat(timeout.sweep(OVERDUE, 7)).isEqualTo(Step.CLOSE);
    }

    @Test
    void restartsTimeoutWhenDataArrives() {
        assertThat(timeout.sweep(LATER, 7)).isEqualTo(Step.NONE);
        assertThat(timeout.sweep(ASKED, 7)).isEqualTo(Step.PING);
        assertThat(timeout.sweep(OVERDUE, 8)).isEqualTo(Step.NONE);
        assertThat(timeout.sweep(OVERDUE + PingTimeout.SILENCE - 1, 8)).isEqualTo(Step.NONE);
        assertThat(timeout.sweep(OVERDUE + PingTimeout.SILENCE, 8)).isEqualTo(Step.PING);
    }

    @Test
    void doesNotCloseBeforeReadingAnswerAfterProcessPause() {
        assertThat(timeout.sweep(LATER, 7)).isEqualTo(Step.NONE);
        timeout.sweep(ASKED, 7);
        long resumed = OVERDUE + PingTimeout.ANSWER;
        assertThat(timeout.sweep(resumed, 7)).isEqualTo(Step.NONE);
        assertThat(timeout.sweep(resumed, 8)).isEqualTo(Step.NONE);
    }

    @Test
    void doesNotPingIfDataArrivedSinceLastSweep() {
        timeout.sweep(LATER, 7);
        assertThat(timeout.sweep(OVERDUE, 8)).isEqualTo(Step.NONE);
    }
}
