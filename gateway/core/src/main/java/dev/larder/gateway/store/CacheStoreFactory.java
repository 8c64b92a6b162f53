package dev.larder.gateway.store;

import dev.larder.cache.spi.CacheStore;
import dev.larder.rfc9111.ResponseVariants;
import java.util.Set;

/** Creates stores of certain types. A bean of this type adds its names to {@code larder.store.type} and {@code larder.stores.NAME.type}. */
public interface CacheStoreFactory extends LargeBodyStorage {

    /**
     * The names it adds, in lower case with hyphens, such as {@code gdsf-refusing}. Case, hyphens and underscores make no difference
     * between names. A name that another factory adds too stops the start.
     */
    Set<String> types();

    /**
     * Whether the stores keep responses in the heap. Such stores share what the heap can bear, and a tier may be behind the one of
     * {@code larder.store}. Default: true.
     */
    default boolean isInHeap() {
        return true;
    }

    /** Creates a store. Throws an exception that names the property if the settings contradict one another. */
    CacheStore<ResponseVariants> create(StoreSettings request);
}
