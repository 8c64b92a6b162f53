package dev.larder.gateway.actuate;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreContents;
import dev.larder.gateway.exchange.NamedStores;
import dev.larder.gateway.route.Rule;
import dev.larder.gateway.route.Rules;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.Standing;
import dev.larder.invalidation.Tags;
import dev.larder.rfc9111.Variants;
import java.net.URI;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows operators what is stored, and why it is used or not. Goes through the whole store, and blocks its caller. */
public final class Inspector {

    private static final int MOST_POOLS = 100;
    private static final int MOST_ENTRIES = 20;

    private final NamedStores<Variants> stores;
    private final Invalidator invalidator;
    private final Rules rules;
    private final EntryViews views;

    /** Shows these stores. */
    public Inspector(NamedStores<Variants> stores, Invalidator invalidator, Rules rules, EntryViews views) {
        this.stores = stores;
        this.invalidator = invalidator;
        this.rules = rules;
        this.views = views;
    }

    /** The stores and their largest pools. */
    public Overview overview() {
        StoreContents contents = contents(stores.together());
        Map<String, Map<Boolean, Long>> pools = pools(contents);
        return new Overview(
                stores.byName().entrySet().stream()
                        .map(store -> store(store.getKey(), contents(store.getValue())))
                        .sorted(Comparator.comparing(Overview.Store::name))
                        .toList(),
                invalidator.epoch(),
                pools.entrySet().stream()
                        .map(pool -> pool(pool.getKey(), pool.getValue()))
                        .sorted(Comparator.comparingLong(Inspector::size)
                                .reversed()
                                .thenComparing(Overview.Pool::name))
                        .limit(MOST_POOLS)
                        .toList(),
                Math.max(0, pools.size() - MOST_POOLS));
    }

    /**
     * What is stored for a URL.
     *
     * @param now on the steady time line
     */
    public List<EntryView> entries(URI url, Instant now) {
        return entries(url, now, Long.MAX_VALUE);
    }

    /**
     * What is stored for a URL among so many keys of the store.
     *
     * @param now on the steady time line
     */
    List<EntryView> entries(URI url, Instant now, long keysAtMost) {
        StoreContents contents = contents(stores.together());
        var wanted = new Purge.ByUrl(url);
        try (Stream<CacheKey> keys = contents.keys()) {
            return keys.limit(keysAtMost)
                    .flatMap(key -> candidate(key, contents).stream())
                    .filter(wanted::matches)
                    .flatMap(candidate -> view(candidate, now).stream())
                    .limit(MOST_ENTRIES)
                    .toList();
        }
    }

    /** Whether the store has more keys than that. */
    boolean exceeds(long keys) {
        return contents(stores.together()).count() > keys;
    }

    /** Whether what is stored under this key would be for that URL. */
    boolean isFor(CacheKey key, URI url) {
        StoreContents contents = contents(stores.together());
        return candidate(key, contents).filter(new Purge.ByUrl(url)::matches).isPresent();
    }

    /** Whether there is anything that is only watched, and never stored. */
    boolean anyDryRun() {
        return rules.anyDryRun();
    }

    /** The rule of a GET of that URL, as far as its path tells. */
    Rule rule(URI url) {
        return rules.reach(url).rule();
    }

    /** The rule of what is stored for that URL. */
    Rule rule(EntryView entry, URI url) {
        return rules.named(entry.rule()).orElseGet(() -> rule(url));
    }

    /** The rule under which that URL was asked for by this key. */
    Rule rule(CacheKey key, URI url) {
        return candidate(key, contents(stores.together()))
                .map(candidate -> candidate.reach().rule())
                .orElseGet(() -> rule(url));
    }

    private static StoreContents contents(CacheStore<Variants> store) {
        return store.contents().orElseThrow(Refusal::notListed);
    }

    private static Overview.Store store(String name, StoreContents contents) {
        return new Overview.Store(name, contents.count(), contents.weight(), contents.maxWeight());
    }

    private Optional<Candidate> candidate(CacheKey key, StoreContents contents) {
        return Candidate.of(key, rules, contents);
    }

    private Optional<EntryView> view(Candidate candidate, Instant now) {
        Optional<CacheEntry<Variants>> entry =
                stores.together().get(candidate.key()).toCompletableFuture().join();
        return entry.map(found -> views.of(candidate, found, invalidator.judge(found.stamp()), now));
    }

    private Map<String, Map<Boolean, Long>> pools(StoreContents contents) {
        try (Stream<CacheKey> keys = contents.keys()) {
            return keys.flatMap(key -> candidate(key, contents).stream())
                    .collect(Collectors.groupingBy(
                            candidate -> candidate.reach().pool(),
                            Collectors.partitioningBy(
                                    candidate -> invalidator.judge(candidate.stamp()) == Standing.USABLE,
                                    Collectors.counting())));
        }
    }

    private Overview.Pool pool(String name, Map<Boolean, Long> entries) {
        return new Overview.Pool(
                name,
                invalidator.epochOf(Tags.pool(name)),
                entries.getOrDefault(true, 0L),
                entries.getOrDefault(false, 0L));
    }

    private static long size(Overview.Pool pool) {
        return pool.live() + pool.invalidated();
    }
}
