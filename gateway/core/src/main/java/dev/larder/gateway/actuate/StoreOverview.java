package dev.larder.gateway.actuate;

import java.util.List;

/**
 * An overview of the stores.
 *
 * @param stores the stores
 * @param epoch the epoch of fetches that begin now
 * @param pools the largest pools, largest first
 * @param otherPools number of other pools
 */
public record StoreOverview(List<Store> stores, long epoch, List<Pool> pools, int otherPools) {

    public StoreOverview {
        stores = List.copyOf(stores);
        pools = List.copyOf(pools);
    }

    /**
     * A store.
     *
     * @param count number of entries
     * @param weight their size in bytes
     * @param maxWeight maximum size in bytes
     */
    public record Store(String name, long count, long weight, long maxWeight) {}

    /**
     * A pool.
     *
     * @param epoch responses fetched before it are invalid
     * @param live number of valid entries
     * @param invalidated number of entries invalidated by a write
     */
    public record Pool(String name, long epoch, long live, long invalidated) {}
}
