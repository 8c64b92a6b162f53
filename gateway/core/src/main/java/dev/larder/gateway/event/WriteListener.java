package dev.larder.gateway.event;

import dev.larder.cache.spi.CacheTag;
import dev.larder.invalidation.EpochChange;
import java.util.Set;

/** Is told how one write ends, under the terms of {@link CacheEventListener}. */
public interface WriteListener {

    /** It does not matter how. */
    WriteListener NONE = new WriteListener() {};

    /**
     * It was made, or may have been. Told again if it may still be under way.
     *
     * @param more what else it made wrong
     */
    default void happened(EpochChange change, Set<CacheTag> more) {}

    /** It is over: if it has not happened by now, it never will. */
    default void ended() {}
}
