package dev.larder.gateway.store;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.rfc9111.ResponseVariants;

/** Creates what is behind the memory. A bean of this type adds its name to {@code larder.store.tiers}. */
public interface StoreTierFactory extends LargeBodyStorage {

    /** The name it adds, in lower case. One that another factory adds too, or {@code memory}, stops the start. */
    String tier();

    /** Whether this tier is behind the memory if {@code larder.store.tiers} is not set. Default: false. */
    default boolean isImplied() {
        return false;
    }

    /** Creates a store of both, the memory and this tier. Throws an exception that names the property if it cannot. */
    CacheStore<ResponseVariants> create(StoreSettings request, Memory memory);

    /** Creates the memory, of the type and size that {@code larder.store} says. Use one of the methods, once. */
    interface Memory {

        /** A memory whose evictions count as those of the store. */
        CacheStore<ResponseVariants> create();

        /**
         * A memory whose evictions do not count, as what it evicts is still in the tier.
         *
         * @param listener is told of all that leaves the memory
         */
        CacheStore<ResponseVariants> create(RemovalListener<ResponseVariants> listener);
    }
}
