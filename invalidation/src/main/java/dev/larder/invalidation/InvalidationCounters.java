package dev.larder.invalidation;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How many invalidations have been made here, and how many tags they have named: those heard from others do not count. */
public final class InvalidationCounters {

    private final Map<Kind, LongAdder> counts = new EnumMap<>(Kind.class);
    private final Map<Kind, LongAdder> tags = new EnumMap<>(Kind.class);

    /** What an invalidation is made for. */
    public enum Kind {
        /** A write has happened, or may have. */
        WRITE,
        /** Somebody has named tags. */
        TAGS,
        /** Everything is wrong. */
        EVERYTHING,
        /** Only what is being fetched is turned away. */
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

    /** How many of a kind. */
    public long count(Kind kind) {
        return counts.getOrDefault(kind, new LongAdder()).sum();
    }

    /** How many tags those have named. */
    public long tags(Kind kind) {
        return tags.getOrDefault(kind, new LongAdder()).sum();
    }
}
