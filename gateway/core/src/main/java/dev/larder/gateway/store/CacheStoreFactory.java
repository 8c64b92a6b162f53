package dev.larder.gateway.store;

import dev.larder.cache.spi.CacheStore;
import dev.larder.gateway.exchange.BodyRecorderFactory;
import dev.larder.rfc9111.Variants;
import java.util.Optional;
import java.util.Set;

/** Creates stores of certain types. A bean of this type adds its names to {@code larder.store.type} and {@code larder.stores.NAME.type}. */
public interface CacheStoreFactory {

    /** The names it adds, in lower case with hyphens, such as {@code gdsf-refusing}. */
    Set<String> types();

    /**
     * Whether the stores keep responses in the heap. Such stores share what the heap can bear, and a tier may be behind the one of
     * {@code larder.store}. Default: true.
     */
    default boolean isInHeap() {
        return true;
    }

    /** Creates a store. Throws an exception that names the property if the settings contradict one another. */
    CacheStore<Variants> create(StoreRequest request);

    /** Where bodies go that are too large for the heap, for a store that this bean has created. Default: nowhere. */
    default Optional<BodyRecorderFactory> bodies(String store) {
        return Optional.empty();
    }
}
