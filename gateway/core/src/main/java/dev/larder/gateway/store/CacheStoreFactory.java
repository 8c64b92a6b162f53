package dev.larder.gateway.store;

import dev.larder.cache.spi.CacheStore;
import dev.larder.rfc9111.ResponseVariants;
import java.util.Set;

/**
 * Creates stores of certain types. A bean of this type adds names to {@code larder.store.type} and {@code larder.stores.*.type}.
 */
public interface CacheStoreFactory extends LargeBodyStorage {

    /**
     * Returns the names it adds, in lower case with hyphens, such as {@code gdsf-refusing}. Case, hyphens and underscores are
     * ignored in comparisons of names. A name that another factory also adds prevents the start.
     */
    Set<String> types();

    /**
     * Returns whether the stores keep responses in the heap. Such stores share the part of the heap for stores, and the store of
     * {@code larder.store} may have a tier behind it. Default: true.
     */
    default boolean isInHeap() {
        return true;
    }

    /** Creates a store. Throws an exception that names the property if the settings contradict one another. */
    CacheStore<ResponseVariants> create(StoreSettings request);
}
