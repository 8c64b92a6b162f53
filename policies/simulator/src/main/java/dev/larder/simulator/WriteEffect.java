package dev.larder.simulator;

import java.util.Locale;

/** What a write does to the cache. */
enum WriteEffect {
    /** Nothing. */
    IGNORE,
    /** What is stored under the key written to is dead. */
    INVALIDATE_KEY,
    /** Whatever is stored in the segment written to is dead. */
    INVALIDATE_SEGMENT;

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
