package dev.larder.invalidation;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Number of invalidations made here, and of the tags they have named; those heard from other members do not count. */
public final class InvalidationCounters {

    private final Map<Kind, LongAdder> counts = new EnumMap<>(Kind.class);
    private final Map<Kind, LongAdder> tags = new EnumMap<>(Kind.class);

    /** Cause or extent of an invalidation. */
    public enum Kind {
        /** A write has happened, or may have. */
        WRITE,
        /** Given tags, on request. */
        TAGS,
        /** All entries. */
        EVERYTHING,
        /** Only fetches in progress, which must not be stored. */
        FETCHES
    }

    InvalidationCounters() {
        for (Kind kind : Kind.values()) {
            counts.put(kind, new LongAdder());
            tags.put(kind, new LongAdder());
        }
    }

    void add(Kind kind, int width) {
        counts.getOrDefault(kind, new LongAdder()).increment();
        tags.getOrDefault(kind, new LongAdder()).add(width);
    }

    /** Returns the number of invalidations of a kind. */
    public long count(Kind kind) {
        return counts.getOrDefault(kind, new LongAdder()).sum();
    }

    /** Returns the number of tags that those have named. */
    public long tags(Kind kind) {
        return tags.getOrDefault(kind, new LongAdder()).sum();
    }
}
