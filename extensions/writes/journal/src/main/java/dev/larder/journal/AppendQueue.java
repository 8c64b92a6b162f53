package dev.larder.journal;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The records waiting to be written: a lock-free stack that one thread empties at once. */
final class AppendQueue {

    private final PendingAppend closed = PendingAppend.record(List.of(), 0, false);
    private final AtomicReference<@Nullable PendingAppend> newest = new AtomicReference<>();
    private final AtomicLong bytes = new AtomicLong();
    private final long mostBytes;
    private volatile @Nullable Thread parked;
    private volatile boolean ending;

    AppendQueue(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Returns the bytes of records that have not been completed. */
    long bytes() {
        return bytes.get();
    }

    /** Adds an entry, or fails it at once. */
    void add(PendingAppend entry) {
        long length = entry.length();
        if (bytes.addAndGet(length) > mostBytes && bytes.get() > length) {
            bytes.addAndGet(-length);
            entry.completeExceptionally(new LogBusyException());
            return;
        }
        PendingAppend before;
        do {
            before = newest.get();
            if (before == closed) {
                bytes.addAndGet(-length);
                entry.completeExceptionally(new LogClosedException());
                return;
            }
            entry.next = before;
        } while (!newest.compareAndSet(before, entry));
        Thread sleeper = parked;
        if (sleeper != null) {
            LockSupport.unpark(sleeper);
        }
    }

    /** Called before an entry is completed. */
    void leaves(PendingAppend entry) {
        bytes.addAndGet(-entry.length());
    }

    /** Returns all entries, oldest first; null if there are none. */
    @Nullable
    PendingAppend takeAll() {
        return newest.get() == closed ? null : oldestFirst(newest.getAndSet(null));
    }

    /** Closes the queue; returns the waiting entries. */
    @Nullable
    PendingAppend close() {
        PendingAppend last = newest.getAndSet(closed);
        return last == closed ? null : oldestFirst(last);
    }

    private static @Nullable PendingAppend oldestFirst(@Nullable PendingAppend newest) {
        PendingAppend first = null;
        for (PendingAppend entry = newest; entry != null; ) {
            PendingAppend before = entry.next;
            entry.next = first;
            first = entry;
            entry = before;
        }
        return first;
    }

    /** Blocks until an entry may be waiting, or the queue {@link #ends}, also if that happened before. */
    void await() {
        parked = Thread.currentThread();
        if (newest.get() == null && !ending) {
            LockSupport.park(this);
        }
        parked = null;
    }

    /** Ends all waiting for further entries. */
    void ends() {
        ending = true;
        Thread sleeper = parked;
        if (sleeper != null) {
            LockSupport.unpark(sleeper);
        }
    }
}
