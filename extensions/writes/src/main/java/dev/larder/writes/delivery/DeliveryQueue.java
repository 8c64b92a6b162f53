package dev.larder.writes.delivery;

import dev.larder.writes.DeliveryChannel.SameKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The waiting writes of one key in the order of their numbers: a queue of runs, each with one destination. */
final class DeliveryQueue {

    final String key;

    /** The batch with earlier writes of this key. */
    @Nullable
    UnsettledBatch flight;

    /** Whether its first write waits for {@link #due}. */
    boolean resting;

    /** When the wait ends. */
    long due;

    /** Whether its destination lists its first write, and by which number. */
    boolean ready;

    private long readyNumber;
    private long readyCount;
    private long readyBytes;
    private boolean readyUrgent;
    private final SameKey sameKey;
    private @Nullable Run first;
    private @Nullable Run last;

    DeliveryQueue(String key, SameKey sameKey) {
        this.key = key;
        this.sameKey = sameKey;
    }

    boolean isEmpty() {
        return first == null;
    }

    QueuedWrite head() {
        return Objects.requireNonNull(first).first;
    }

    DestinationQueue destination() {
        return Objects.requireNonNull(first).destination;
    }

    /** Lists the first write at its destination. */
    void enterDestination() {
        QueuedWrite head = head();
        readyCount = countAtOnce();
        readyBytes = bytesAtOnce();
        readyNumber = head.write.number();
        readyUrgent = head.urgent;
        ready = true;
        destination().ready.put(readyNumber, head);
        destination().count(readyCount, readyBytes, readyUrgent ? 1 : 0);
    }

    /** Lists it no longer. */
    void withdraw() {
        ready = false;
        destination().ready.remove(readyNumber);
        destination().count(-readyCount, -readyBytes, readyUrgent ? -1 : 0);
    }

    /** Returns how many writes could be in one batch. */
    private long countAtOnce() {
        return sameKey == SameKey.TOGETHER ? Objects.requireNonNull(first).count : 1;
    }

    /** Returns the bytes of content that could be in one batch. */
    private long bytesAtOnce() {
        return sameKey == SameKey.TOGETHER
                ? Objects.requireNonNull(first).bytes
                : head().write.length();
    }

    void append(QueuedWrite queued, DestinationQueue destination) {
        if (last != null && last.destination == destination) {
            last.append(queued);
            return;
        }
        var run = new Run(queued, destination);
        if (last == null) {
            first = run;
        } else {
            last.behind = run;
        }
        last = run;
    }

    /** Puts back a write that is older than all waiting ones. */
    void putBack(QueuedWrite queued, DestinationQueue destination) {
        if (first != null && first.destination == destination) {
            first.prepend(queued);
            return;
        }
        var run = new Run(queued, destination);
        run.behind = first;
        first = run;
        if (last == null) {
            last = run;
        }
    }

    /** Removes the first write. */
    QueuedWrite take() {
        Run run = Objects.requireNonNull(first);
        QueuedWrite taken = run.take();
        if (run.count == 0) {
            run.destination.runs--;
            first = run.behind;
            last = first == null ? null : last;
        }
        return taken;
    }

    /** Whether the next write may be added to a batch to this destination that has earlier ones. */
    boolean canExtendBatch(DestinationQueue destination) {
        return sameKey == SameKey.TOGETHER && first != null && first.destination == destination;
    }

    private static final class Run {

        final DestinationQueue destination;
        QueuedWrite first;
        QueuedWrite last;
        long count = 1;
        long bytes;

        @Nullable
        Run behind;

        Run(QueuedWrite only, DestinationQueue destination) {
            this.destination = destination;
            this.first = only;
            this.last = only;
            this.bytes = only.write.length();
            only.behind = null;
            destination.runs++;
        }

        void append(QueuedWrite queued) {
            queued.behind = null;
            last.behind = queued;
            last = queued;
            count++;
            bytes += queued.write.length();
        }

        void prepend(QueuedWrite queued) {
            queued.behind = first;
            first = queued;
            count++;
            bytes += queued.write.length();
        }

        QueuedWrite take() {
            QueuedWrite taken = first;
            if (taken.behind != null) {
                first = taken.behind;
            }
            taken.behind = null;
            count--;
            bytes -= taken.write.length();
            return taken;
        }
    }
}
