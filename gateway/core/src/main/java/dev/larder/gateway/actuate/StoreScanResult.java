package dev.larder.gateway.actuate;

import java.util.List;

/**
 * Result of a scan of the stores.
 *
 * @param looked number of entries scanned, which may not be all
 * @param pools the largest of their pools, largest first
 * @param hottest entries that the store would evict last; empty if it does not know their order
 * @param largest the largest entries, largest first
 */
public record StoreScanResult(long looked, List<StoreOverview.Pool> pools, List<Entry> hottest, List<Entry> largest) {

    /** The result for stores that cannot list their entries. */
    public static final StoreScanResult NONE = new StoreScanResult(0, List.of(), List.of(), List.of());

    public StoreScanResult {
        pools = List.copyOf(pools);
        hottest = List.copyOf(hottest);
        largest = List.copyOf(largest);
    }

    /**
     * An entry.
     *
     * @param url the URL as clients request it
     */
    public record Entry(String url, String pool, long bytes) {}
}
