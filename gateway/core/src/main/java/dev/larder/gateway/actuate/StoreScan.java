package dev.larder.gateway.actuate;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.StoreContents;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.CacheKeys;
import dev.larder.gateway.store.NamedStores;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.ResponseVariants;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Scans a limited number of entries for large pools and entries. Blocks its caller; leaves no trace in the stores. */
public final class StoreScan {

    private static final int MAX_POOLS = 20;
    private static final int MAX_ENTRIES = 10;

    private final NamedStores<ResponseVariants> stores;
    private final Invalidator invalidator;
    private final RuleSet rules;
    private final int most;

    /** Creates a scan of at most this many entries. */
    public StoreScan(NamedStores<ResponseVariants> stores, Invalidator invalidator, RuleSet rules, int most) {
        this.stores = stores;
        this.invalidator = invalidator;
        this.rules = rules;
        this.most = most;
    }

    /** Scans the stores now. */
    public StoreScanResult look() {
        Optional<StoreContents> listed = stores.together().contents();
        if (listed.isEmpty()) {
            return StoreScanResult.NONE;
        }
        StoreContents contents = listed.get();
        var seen = new Seen();
        try (Stream<CacheKey> keys = contents.keys()) {
            keys.limit(most).flatMap(key -> candidate(key, contents)).forEach(seen::add);
        }
        List<StoreScanResult.Entry> hottest = contents.hottest(MAX_ENTRIES).stream()
                .flatMap(key -> candidate(key, contents))
                .map(StoreScan::entry)
                .toList();
        return new StoreScanResult(seen.looked, seen.pools(), hottest, seen.largest());
    }

    /** Returns the epochs of these pools. */
    public Map<String, Long> epochs(Collection<StoreOverview.Pool> pools) {
        Map<String, Long> epochs = new TreeMap<>();
        pools.forEach(pool -> epochs.put(pool.name(), invalidator.epochOf(CacheTags.pool(pool.name()))));
        return epochs;
    }

    private Stream<EntryReference> candidate(CacheKey key, StoreContents contents) {
        return EntryReference.of(key, rules, contents).stream();
    }

    private static StoreScanResult.Entry entry(EntryReference candidate) {
        CacheKeys.KeyComponents named = candidate.named();
        String target = named.target().toString();
        String authority = named.authority();
        String url = authority.isEmpty()
                ? target
                : named.target().getScheme() + "://" + authority + EntryReference.path(candidate.target())
                        + Optional.ofNullable(named.target().getRawQuery())
                                .map(query -> "?" + query)
                                .orElse("");
        return new StoreScanResult.Entry(
                url,
                candidate.resourceTags().pool(),
                candidate.contents().weight(candidate.key()).orElse(0));
    }

    /** Accumulates counts; keeps only the largest entries. */
    private final class Seen {

        private final Map<String, long[]> byPool = new HashMap<>();
        private final PriorityQueue<Map.Entry<Long, EntryReference>> heaviest =
                new PriorityQueue<>(Map.Entry.comparingByKey());
        private long looked;

        void add(EntryReference candidate) {
            looked++;
            long[] counts = byPool.computeIfAbsent(candidate.resourceTags().pool(), pool -> new long[2]);
            counts[invalidator.judge(candidate.stamp()) == EntryStatus.USABLE ? 0 : 1]++;
            long weight = candidate.contents().weight(candidate.key()).orElse(0);
            heaviest.add(Map.entry(weight, candidate));
            if (heaviest.size() > MAX_ENTRIES) {
                heaviest.poll();
            }
        }

        List<StoreOverview.Pool> pools() {
            return byPool.entrySet().stream()
                    .map(pool -> new StoreOverview.Pool(
                            pool.getKey(),
                            invalidator.epochOf(CacheTags.pool(pool.getKey())),
                            pool.getValue()[0],
                            pool.getValue()[1]))
                    .sorted(Comparator.comparingLong((StoreOverview.Pool pool) -> pool.live() + pool.invalidated())
                            .reversed()
                            .thenComparing(StoreOverview.Pool::name))
                    .limit(MAX_POOLS)
                    .toList();
        }

        List<StoreScanResult.Entry> largest() {
            List<StoreScanResult.Entry> largest = new ArrayList<>();
            heaviest.forEach(entry -> largest.add(entry(entry.getValue())));
            largest.sort(Comparator.comparingLong(StoreScanResult.Entry::bytes).reversed());
            return largest;
        }
    }
}
