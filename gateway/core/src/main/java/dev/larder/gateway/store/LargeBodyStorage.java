package dev.larder.gateway.store;

import java.util.Optional;

/** Provides storage for bodies that are too large for the heap. */
public interface LargeBodyStorage {

    /** Returns where they are recorded; called once, after this factory has created the store. Default: nowhere. */
    default Optional<BodyRecorderFactory> bodies(String store) {
        return Optional.empty();
    }
}
