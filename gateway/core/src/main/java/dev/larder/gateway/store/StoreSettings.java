package dev.larder.gateway.store;

import dev.larder.cache.spi.RemovalListener;
import dev.larder.policies.eviction.OptimizationGoal;
import dev.larder.rfc9111.ResponseVariants;
import java.time.InstantSource;

/**
 * The settings of a store to be created.
 *
 * @param name name of the store; {@link NamedStores#DEFAULT} for the one of {@code larder.store}
 * @param type name of its type, as the factory spells it
 * @param goal what an adaptive policy optimizes
 * @param maxSize maximum total weight of the entries in bytes; for in-memory stores, limited to what fits into the heap
 * @param time clock by which entries expire
 * @param listener is notified of removed entries
 */
public record StoreSettings(
        String name,
        String type,
        OptimizationGoal goal,
        long maxSize,
        InstantSource time,
        RemovalListener<ResponseVariants> listener) {

    /** Returns whether this is the store of {@code larder.store}. */
    public boolean isDefault() {
        return name.equals(NamedStores.DEFAULT);
    }
}
