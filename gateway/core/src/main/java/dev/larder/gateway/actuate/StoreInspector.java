package dev.larder.gateway.actuate;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreContents;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.NamedStores;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.ResponseVariants;
import java.net.URI;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows operators what is stored, and why it is used or not. Iterates over the whole store, and blocks its caller. */
public final class StoreInspector {

    private static final int MAX_POOLS = 100;
    private static final int MAX_ENTRIES = 20;

    private final NamedStores<ResponseVariants> stores;
    private final Invalidator invalidator;
    private final RuleSet rules;
    private final EntryViewFactory views;

    /** Creates an inspector of these stores. */
    public StoreInspector(
            NamedStores<ResponseVariants> stores, Invalidator invalidator, RuleSet rules, EntryViewFactory views) {
        this.stores = stores;
        this.invalidator = invalidator;
        this.rules = rules;
        this.views = views;
    }

    /** Returns the stores and their largest pools. */
    public StoreOverview overview() {
        StoreContents contents = contents(stores.together());
        Map<String, Map<Boolean, Long>> pools = pools(contents);
        return new StoreOverview(
                stores.byName().entrySet().stream()
                        .map(store -> store(store.getKey(), contents(store.getValue())))
                        .sorted(Comparator.comparing(StoreOverview.Store::name))
                        .toList(),
                invalidator.epoch(),
                pools.entrySet().stream()
                        .map(pool -> pool(pool.getKey(), pool.getValue()))
                        .sorted(Comparator.comparingLong(StoreInspector::size)
                                .reversed()
                                .thenComparing(StoreOverview.Pool::name))
                        .limit(MAX_POOLS)
                        .toList(),
                Math.max(0, pools.size() - MAX_POOLS));
    }

    /**
     * Returns the entries stored for a URL.
     *
     * @param now time of the steady clock
     */
    public List<EntryView> entries(URI url, Instant now) {
        return entries(url, now, Long.MAX_VALUE);
    }

    /**
     * Returns the entries stored for a URL, among at most this many keys of the store.
     *
     * @param now time of the steady clock
     */
    List<EntryView> entries(URI url, Instant now, long keysAtMost) {
        StoreContents contents = contents(stores.together());
        var wanted = new PurgeSelection.ByUrl(url);
        try (Stream<CacheKey> keys = contents.keys()) {
            return keys.limit(keysAtMost)
                    .flatMap(key -> candidate(key, contents).stream())
                    .filter(wanted::matches)
                    .filter(EntryReference::isCurrent)
                    .flatMap(candidate -> view(candidate, now).stream())
                    .limit(MAX_ENTRIES)
                    .toList();
        }
    }

    /** Returns whether the store has more keys than that. */
    boolean hasMoreKeysThan(long keys) {
        return contents(stores.together()).count() > keys;
    }

    /** Returns whether an entry under this key would be for that URL. */
    boolean isFor(CacheKey key, URI url) {
        StoreContents contents = contents(stores.together());
        return candidate(key, contents)
                .filter(new PurgeSelection.ByUrl(url)::matches)
                .isPresent();
    }

    /** Returns whether any requests are in dry-run mode. */
    boolean hasDryRun() {
        return rules.hasDryRun();
    }

    /** Returns the rule of a GET of that URL, as far as its path determines it. */
    RequestRule rule(URI url) {
        return rules.reach(url).rule();
    }

    /** Returns the rule of an entry stored for that URL. */
    RequestRule rule(EntryView entry, URI url) {
        return rules.named(entry.rule()).orElseGet(() -> rule(url));
    }

    /** Returns the rule under which that URL was requested with this key. */
    RequestRule rule(CacheKey key, URI url) {
        return candidate(key, contents(stores.together()))
                .map(candidate -> candidate.resourceTags().rule())
                .orElseGet(() -> rule(url));
    }

    private static StoreContents contents(CacheStore<ResponseVariants> store) {
        return store.contents().orElseThrow(RefusedOperationException::notListed);
    }

    private static StoreOverview.Store store(String name, StoreContents contents) {
        return new StoreOverview.Store(name, contents.count(), contents.weight(), contents.maxWeight());
    }

    private Optional<EntryReference> candidate(CacheKey key, StoreContents contents) {
        return EntryReference.of(key, rules, contents);
    }

    private Optional<EntryView> view(EntryReference candidate, Instant now) {
        Optional<CacheEntry<ResponseVariants>> entry =
                stores.together().get(candidate.key()).toCompletableFuture().join();
        return entry.map(found -> views.of(candidate, found, invalidator.judge(found.stamp()), now));
    }

    private Map<String, Map<Boolean, Long>> pools(StoreContents contents) {
        try (Stream<CacheKey> keys = contents.keys()) {
            return keys.flatMap(key -> candidate(key, contents).stream())
                    .collect(Collectors.groupingBy(
                            candidate -> candidate.resourceTags().pool(),
                            Collectors.partitioningBy(
                                    candidate -> invalidator.judge(candidate.stamp()) == EntryStatus.USABLE,
                                    Collectors.counting())));
        }
    }

    private StoreOverview.Pool pool(String name, Map<Boolean, Long> entries) {
        return new StoreOverview.Pool(
                name,
                invalidator.epochOf(CacheTags.pool(name)),
                entries.getOrDefault(true, 0L),
                entries.getOrDefault(false, 0L));
    }

    private static long size(StoreOverview.Pool pool) {
        return pool.live() + pool.invalidated();
    }
}
