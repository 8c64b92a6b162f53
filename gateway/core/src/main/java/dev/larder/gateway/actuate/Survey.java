package dev.larder.gateway.actuate;

import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.StoreContents;
import dev.larder.gateway.exchange.CacheKeys;
import dev.larder.gateway.exchange.NamedStores;
import dev.larder.gateway.route.Rules;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.Standing;
import dev.larder.invalidation.Tags;
import dev.larder.rfc9111.Variants;
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

/** Looks through so many entries of the stores for what stands out. Blocks its caller; leaves no trace in the stores. */
public final class Survey {

    private static final int MOST_POOLS = 20;
    private static final int MOST_ENTRIES = 10;

    private final NamedStores<Variants> stores;
    private final Invalidator invalidator;
    private final Rules rules;
    private final int most;

    /** Looks at so many entries of these stores at most. */
    public Survey(NamedStores<Variants> stores, Invalidator invalidator, Rules rules, int most) {
        this.stores = stores;
        this.invalidator = invalidator;
        this.rules = rules;
        this.most = most;
    }

    /** What stands out now. */
    public Holdings look() {
        Optional<StoreContents> listed = stores.together().contents();
        if (listed.isEmpty()) {
            return Holdings.NONE;
        }
        StoreContents contents = listed.get();
        var seen = new Seen();
        try (Stream<CacheKey> keys = contents.keys()) {
            keys.limit(most).flatMap(key -> candidate(key, contents)).forEach(seen::add);
        }
        List<Holdings.Entry> hottest = contents.hottest(MOST_ENTRIES).stream()
                .flatMap(key -> candidate(key, contents))
                .map(Survey::entry)
                .toList();
        return new Holdings(seen.looked, seen.pools(), hottest, seen.largest());
    }

    /** The epochs of these pools. */
    public Map<String, Long> epochs(Collection<Overview.Pool> pools) {
        Map<String, Long> epochs = new TreeMap<>();
        pools.forEach(pool -> epochs.put(pool.name(), invalidator.epochOf(Tags.pool(pool.name()))));
        return epochs;
    }

    private Stream<Candidate> candidate(CacheKey key, StoreContents contents) {
        return Candidate.of(key, rules, contents).stream();
    }

    private static Holdings.Entry entry(Candidate candidate) {
        CacheKeys.Named named = candidate.named();
        String target = named.target().toString();
        String authority = named.authority();
        String url = authority.isEmpty()
                ? target
                : named.target().getScheme() + "://" + authority + candidate.rawPath()
                        + Optional.ofNullable(named.target().getRawQuery())
                                .map(query -> "?" + query)
                                .orElse("");
        return new Holdings.Entry(
                url,
                candidate.reach().pool(),
                candidate.contents().weight(candidate.key()).orElse(0));
    }

    /** What has been seen so far; keeps the largest only. */
    private final class Seen {

        private final Map<String, long[]> byPool = new HashMap<>();
        private final PriorityQueue<Map.Entry<Long, Candidate>> heaviest =
                new PriorityQueue<>(Map.Entry.comparingByKey());
        private long looked;

        void add(Candidate candidate) {
            looked++;
            long[] counts = byPool.computeIfAbsent(candidate.reach().pool(), pool -> new long[2]);
            counts[invalidator.judge(candidate.stamp()) == Standing.USABLE ? 0 : 1]++;
            long weight = candidate.contents().weight(candidate.key()).orElse(0);
            heaviest.add(Map.entry(weight, candidate));
            if (heaviest.size() > MOST_ENTRIES) {
                heaviest.poll();
            }
        }

        List<Overview.Pool> pools() {
            return byPool.entrySet().stream()
                    .map(pool -> new Overview.Pool(
                            pool.getKey(),
                            invalidator.epochOf(Tags.pool(pool.getKey())),
                            pool.getValue()[0],
                            pool.getValue()[1]))
                    .sorted(Comparator.comparingLong((Overview.Pool pool) -> pool.live() + pool.invalidated())
                            .reversed()
                            .thenComparing(Overview.Pool::name))
                    .limit(MOST_POOLS)
                    .toList();
        }

        List<Holdings.Entry> largest() {
            List<Holdings.Entry> largest = new ArrayList<>();
            heaviest.forEach(entry -> largest.add(entry(entry.getValue())));
            largest.sort(Comparator.comparingLong(Holdings.Entry::bytes).reversed());
            return largest;
        }
    }
}
