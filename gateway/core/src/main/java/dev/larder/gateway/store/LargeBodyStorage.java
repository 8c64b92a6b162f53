package dev.larder.gateway.store;

import dev.larder.gateway.exchange.BodyRecorderFactory;
import java.util.Optional;

/** What a factory of stores has for bodies that are too large for the heap. */
public interface LargeBodyStorage {

    /** Where such bodies go; asked once, after this factory has created the store of that name. Default: nowhere. */
    default Optional<BodyRecorderFactory> bodies(String store) {
        return Optional.empty();
    }
}
