package dev.larder.cluster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A lease counts from the beat that it answers: one that was sent, and not long ago. */
class HeartbeatsTest {

    private final Heartbeats beats = new Heartbeats();

    @Test
    void returnsSendTimeOfEachHeartbeat() {
        assertThat(beats.next(500)).isEqualTo(1);
        assertThat(beats.next(600)).isEqualTo(2);
        assertThat(beats.sentAt(1)).hasValue(500);
        assertThat(beats.sentAt(2)).hasValue(600);
    }

    @Test
    void returnsNoSendTimeForUnsentHeartbeat() {
        beats.next(500);
        assertThat(beats.sentAt(-1)).isEmpty();
        assertThat(beats.sentAt(0)).isEmpty();
        assertThat(beats.sentAt(2)).isEmpty();
    }

    @Test
    void keepsSendTimesOfLast64Heartbeats() {
        for (int i = 1; i <= 65; i++) {
            beats.next(i * 100L);
        }
        assertThat(beats.sentAt(1)).isEmpty();
        assertThat(beats.sentAt(2)).hasValue(200);
        assertThat(beats.sentAt(65)).hasValue(6_500);
    }
}
