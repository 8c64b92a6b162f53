package dev.larder.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** The thread that writes sleeps only while nothing is there to be written, and never through the end. */
@Timeout(value = 10, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class AppendQueueTest {

    private final AppendQueue waiting = new AppendQueue(1_000);

    @Test
    void awaitReturnsAtOnceIfEntryIsQueued() {
        PendingAppend entry = PendingAppend.record(List.of(ByteBuffer.allocate(3)), 3, false);
        waiting.add(entry);
        waiting.await();
        assertThat(waiting.takeAll()).isSameAs(entry);
    }

    @Test
    void takesEntriesOldestFirst() {
        PendingAppend first = entry(1);
        PendingAppend second = entry(2);
        waiting.add(first);
        waiting.add(second);
        assertThat(waiting.bytes()).isEqualTo(3);
        assertThat(waiting.takeAll()).isSameAs(first);
        assertThat(first.next).isSameAs(second);
        assertThat(second.next).isNull();
        assertThat(waiting.takeAll()).isNull();
        waiting.leaves(first);
        assertThat(waiting.bytes()).isEqualTo(2);
    }

    @Test
    void rejectsEntriesBeyondMaximumUnlessQueueIsEmpty() {
        PendingAppend alone = entry(1_001);
        waiting.add(alone);
        assertThat(alone).isNotDone();
        PendingAppend more = entry(1);
        waiting.add(more);
        assertThat(more).isCompletedExceptionally();
        assertThat(waiting.bytes()).isEqualTo(1_001);
        waiting.leaves(alone);
        waiting.add(entry(400));
        PendingAppend last = entry(600);
        waiting.add(last);
        assertThat(last).isNotDone();
    }

    @Test
    void closedQueueReturnsPendingEntriesAndRejectsNewOnes() {
        PendingAppend before = entry(1);
        waiting.add(before);
        assertThat(waiting.close()).isSameAs(before);
        assertThat(waiting.close()).isNull();
        assertThat(waiting.takeAll()).isNull();
        PendingAppend after = entry(1);
        waiting.add(after);
        assertThat(after).isCompletedExceptionally();
        assertThat(waiting.bytes()).isEqualTo(1);
    }

    private static PendingAppend entry(int length) {
        return PendingAppend.record(List.of(ByteBuffer.allocate(length)), length, false);
    }

    @Test
    void endBeforeAwaitIsNotMissed() {
        assertThat(waiting.takeAll()).isNull();
        waiting.ends();
        waiting.await();
        assertThat(waiting.close()).isNull();
    }

    @Test
    void endWakesWaitingThread() throws InterruptedException {
        var sleeper = new Thread(waiting::await);
        sleeper.start();
        while (sleeper.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        waiting.ends();
        sleeper.join();
    }
}
