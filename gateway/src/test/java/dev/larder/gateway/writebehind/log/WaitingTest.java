package dev.larder.gateway.writebehind.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** The thread that writes sleeps only while nothing is there to be written, and never through the end. */
@Timeout(value = 10, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class WaitingTest {

    private final Waiting waiting = new Waiting(1_000);

    @Test
    void whatIsThereAlreadyIsNotWaitedFor() {
        Entry entry = Entry.record(List.of(ByteBuffer.allocate(3)), 3, false);
        waiting.add(entry);
        waiting.await();
        assertThat(waiting.takeAll()).isSameAs(entry);
    }

    @Test
    void anEndBetweenLookingAndSleepingIsNotMissed() {
        assertThat(waiting.takeAll()).isNull();
        waiting.ends();
        waiting.await();
        assertThat(waiting.close()).isNull();
    }

    @Test
    void anEndWakesWhoSleeps() throws InterruptedException {
        var sleeper = new Thread(waiting::await);
        sleeper.start();
        while (sleeper.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        waiting.ends();
        sleeper.join();
    }
}
