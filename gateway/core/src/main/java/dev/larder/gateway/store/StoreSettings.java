package dev.larder.gateway.store;

import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.exchange.NamedStores;
import dev.larder.policies.eviction.OptimizationGoal;
import dev.larder.rfc9111.ResponseVariants;
import java.time.InstantSource;

/**
 * The settings of a store that is to be created.
 *
 * @param name of the store; {@link NamedStores#DEFAULT} for the one of {@code larder.store}
 * @param type its name, as the factory spells it
 * @param goal what a policy with a choice makes the most of
 * @param maxSize bytes that the entries may weigh together; for stores in the heap, what the heap can bear of them
 * @param time by which entries are dropped
 * @param listener is told of what leaves the store
 */
public record StoreSettings(
        String name,
        String type,
        OptimizationGoal goal,
        long maxSize,
        InstantSource time,
        RemovalListener<ResponseVariants> listener) {

    /** Whether this is the store of {@code larder.store}. */
    public boolean isDefault() {
        return name.equals(NamedStores.DEFAULT);
    }
}
