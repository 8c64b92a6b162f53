package dev.larder.gateway.actuate;

import java.util.List;

/**
 * What is stored.
 *
 * @param stores the stores
 * @param epoch the epoch that fetches which begin now are stamped with
 * @param pools the largest pools, largest first
 * @param otherPools how many more there are
 */
public record StoreOverview(List<Store> stores, long epoch, List<Pool> pools, int otherPools) {

    public StoreOverview {
        stores = List.copyOf(stores);
        pools = List.copyOf(pools);
    }

    /**
     * A store.
     *
     * @param count entries
     * @param weight their bytes
     * @param maxWeight bytes they may have
     */
    public record Store(String name, long count, long weight, long maxWeight) {}

    /**
     * A pool.
     *
     * @param epoch what was fetched before is invalid
     * @param live entries that no write stands against
     * @param invalidated entries that a write stands against
     */
    public record Pool(String name, long epoch, long live, long invalidated) {}
}
