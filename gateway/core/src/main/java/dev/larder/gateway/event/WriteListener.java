package dev.larder.gateway.event;

import dev.larder.cache.spi.CacheTag;
import dev.larder.invalidation.EpochChange;
import java.util.Set;

/** Receives the outcome of one write, under the rules of {@link CacheEventListener}. */
public interface WriteListener {

    /** Ignores the outcome. */
    WriteListener NONE = new WriteListener() {};

    /**
     * Called when the write happened, or may have happened. Called again if it may still be under way.
     *
     * @param more further tags that it invalidated
     */
    default void happened(EpochChange change, Set<CacheTag> more) {}

    /** Called when the write is over: if it has not happened by now, it never will. */
    default void ended() {}
}
