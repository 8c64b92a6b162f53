package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All writes that are neither delivered nor dead, in the order in which they were offered. Not for use by several threads. */
final class OutstandingWrites {

    private @Nullable QueuedWrite oldest;
    private @Nullable QueuedWrite youngest;
    private long count;
    private long bytes;

    void add(QueuedWrite waiting) {
        waiting.older = youngest;
        if (youngest == null) {
            oldest = waiting;
        } else {
            youngest.younger = waiting;
        }
        youngest = waiting;
        count++;
        bytes += waiting.write.length();
    }

    void remove(QueuedWrite waiting) {
        if (waiting.older == null) {
            oldest = waiting.younger;
        } else {
            waiting.older.younger = waiting.younger;
        }
        if (waiting.younger == null) {
            youngest = waiting.older;
        } else {
            waiting.younger.older = waiting.older;
        }
        waiting.older = null;
        waiting.younger = null;
        count--;
        bytes -= waiting.write.length();
    }

    void forEach(Consumer<AcknowledgedWrite> visitor) {
        for (@Nullable QueuedWrite waiting = oldest; waiting != null; waiting = waiting.younger) {
            visitor.accept(waiting.write);
        }
    }

    Optional<AcknowledgedWrite> oldest() {
        return Optional.ofNullable(oldest).map(waiting -> waiting.write);
    }

    long count() {
        return count;
    }

    long bytes() {
        return bytes;
    }
}
