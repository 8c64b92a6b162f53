package dev.larder.gateway.store;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.rfc9111.ResponseVariants;

/** Creates a tier behind the in-memory store. A bean of this type adds its name to {@code larder.store.tiers}. */
public interface StoreTierFactory extends LargeBodyStorage {

    /** Returns the name it adds, in lower case. {@code memory}, or a name that another factory also adds, prevents the start. */
    String tier();

    /** Returns whether this tier is used behind the memory if {@code larder.store.tiers} is not set. Default: false. */
    default boolean isImplied() {
        return false;
    }

    /** Creates a store that combines memory and this tier. Throws an exception that names the property if it cannot. */
    CacheStore<ResponseVariants> create(StoreSettings request, Memory memory);

    /** Creates the in-memory store with the type and size of {@code larder.store}. Use one of the methods, once. */
    interface Memory {

        /** Creates an in-memory store whose evictions count as those of the store. */
        CacheStore<ResponseVariants> create();

        /**
         * Creates an in-memory store whose evictions do not count, because evicted entries are still in the tier.
         *
         * @param listener is notified of all entries that leave the memory
         */
        CacheStore<ResponseVariants> create(RemovalListener<ResponseVariants> listener);
    }
}
