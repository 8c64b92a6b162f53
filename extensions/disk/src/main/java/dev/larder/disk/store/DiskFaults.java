package dev.larder.disk.store;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Counts the faults of disk stores by kind; also reports the first of each kind. */
public final class DiskFaults {

    /** Kind of a fault. */
    public enum Kind {
        /** A file could not be written: disk full, read-only, or an I/O error. */
        WRITE,
        /** A file could not be read, though it may be intact. */
        READ,
        /** A file is missing, or differs from the bytes that were written to it. */
        DAMAGED,
        /** A file was written more slowly than its content arrived, and was given up. */
        SLOW,
        /** The index could not be read or written. */
        INDEX,
        /** Too many tasks were waiting. */
        OVERLOAD
    }

    private final Map<Kind, AtomicLong> counts = new EnumMap<>(Kind.class);
    private final Consumer<String> told;

    /**
     * Creates counters of zero.
     *
     * @param told receives a sentence about the first fault of each kind
     */
    public DiskFaults(Consumer<String> told) {
        this.told = told;
        for (Kind kind : Kind.values()) {
            counts.put(kind, new AtomicLong());
        }
    }

    /** Returns the number of faults of a kind. */
    public long count(Kind kind) {
        return of(kind).get();
    }

    void happened(Kind kind, String what, @Nullable Throwable cause) {
        if (of(kind).getAndIncrement() == 0) {
            String why = cause == null ? "" : " (" + cause + ")";
            told.accept("Disk: " + what + why + "; more of this kind is only counted.");
        }
    }

    private AtomicLong of(Kind kind) {
        return Objects.requireNonNull(counts.get(kind));
    }
}
