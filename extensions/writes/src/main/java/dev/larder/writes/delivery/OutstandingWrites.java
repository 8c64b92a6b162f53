package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All writes that are neither delivered nor dead, in the order of their offers. Not thread-safe. */
final class OutstandingWrites {

    private @Nullable QueuedWrite oldest;
    private @Nullable QueuedWrite youngest;
    private long count;
    private long bytes;

    void add(QueuedWrite queued) {
        queued.older = youngest;
        if (youngest == null) {
            oldest = queued;
        } else {
            youngest.younger = queued;
        }
        youngest = queued;
        count++;
        bytes += queued.write.length();
    }

    void remove(QueuedWrite queued) {
        if (queued.older == null) {
            oldest = queued.younger;
        } else {
            queued.older.younger = queued.younger;
        }
        if (queued.younger == null) {
            youngest = queued.older;
        } else {
            queued.younger.older = queued.older;
        }
        queued.older = null;
        queued.younger = null;
        count--;
        bytes -= queued.write.length();
    }

    void forEach(Consumer<AcknowledgedWrite> visitor) {
        for (@Nullable QueuedWrite queued = oldest; queued != null; queued = queued.younger) {
            visitor.accept(queued.write);
        }
    }

    Optional<AcknowledgedWrite> oldest() {
        return Optional.ofNullable(oldest).map(queued -> queued.write);
    }

    long count() {
        return count;
    }

    long bytes() {
        return bytes;
    }
}
