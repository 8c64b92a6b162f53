package dev.larder.simulator;

import java.util.Locale;

/** The effect of a write on the cache. */
enum WriteEffect {
    /** The write has no effect. */
    IGNORE,
    /** Invalidates the entry of the written key. */
    INVALIDATE_KEY,
    /** Invalidates all entries of the written segment. */
    INVALIDATE_SEGMENT;

    /** Returns the name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
