package dev.larder.disk.store;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What went wrong with disk stores, counted by kind; of each kind the first is told too. */
public final class DiskFaults {

    /** What can go wrong. */
    public enum Kind {
        /** A file could not be written: no room, read-only, or an I/O error. */
        WRITE,
        /** A file could not be read, though it may be whole. */
        READ,
        /** A file is missing, or has not the bytes that were written to it. */
        DAMAGED,
        /** A file was written more slowly than its content came, and was given up. */
        SLOW,
        /** The index could not be read or written. */
        INDEX,
        /** More work was waiting than may wait. */
        OVERLOAD
    }

    private final Map<Kind, AtomicLong> counts = new EnumMap<>(Kind.class);
    private final Consumer<String> told;

    /**
     * Nothing has gone wrong yet.
     *
     * @param told what has gone wrong, in a sentence, the first time that something of its kind has
     */
    public DiskFaults(Consumer<String> told) {
        this.told = told;
        for (Kind kind : Kind.values()) {
            counts.put(kind, new AtomicLong());
        }
    }

    /** How often this has happened. */
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
