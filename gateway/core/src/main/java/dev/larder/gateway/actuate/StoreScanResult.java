package dev.larder.gateway.actuate;

import java.util.List;

/**
 * What stands out among what is stored.
 *
 * @param looked how many entries were looked at, which may not be all
 * @param pools the largest of their pools, largest first
 * @param hottest entries that the store would give up last; none if it has no such order at hand
 * @param largest the largest entries, largest first
 */
public record StoreScanResult(long looked, List<StoreOverview.Pool> pools, List<Entry> hottest, List<Entry> largest) {

    /** Nothing is stored. */
    public static final StoreScanResult NONE = new StoreScanResult(0, List.of(), List.of(), List.of());

    public StoreScanResult {
        pools = List.copyOf(pools);
        hottest = List.copyOf(hottest);
        largest = List.copyOf(largest);
    }

    /**
     * An entry.
     *
     * @param url that clients ask for
     */
    public record Entry(String url, String pool, long bytes) {}
}
