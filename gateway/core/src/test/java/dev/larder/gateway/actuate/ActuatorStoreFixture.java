package dev.larder.gateway.actuate;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.CacheKeys;
import dev.larder.gateway.store.NamedStores;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.local.LocalInvalidationBus;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoreVerdict;
import dev.larder.rfc9111.StoredResponse;
import java.net.URI;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** A store, what is in it, and those who show and purge it. Clients say www.test, the origin is origin.test. */
final class ActuatorStoreFixture {

    static final String CLIENTS = "www.test";
    static final String ORIGIN = "http://origin.test";
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final CachePolicy POLICY = CachePolicy.DEFAULT;
    static final OriginTags TAGS = new OriginTags(List.of("Surrogate-Key"));

    final CacheStore<ResponseVariants> store;
    final Invalidator invalidator = new Invalidator(1 << 20, 1, new LocalInvalidationBus());
    final RuleSet rules;
    final StorePurger purger;
    final StoreInspector inspector;

    ActuatorStoreFixture() {
        this(new CaffeineStore<>(1L << 40, () -> NOW, RemovalListener.none()));
    }

    ActuatorStoreFixture(CacheStore<ResponseVariants> store) {
        this(store, new RuleSet(List.of(), POLICY, Couplings.NONE));
    }

    /** An empty store under these rules. */
    ActuatorStoreFixture(RuleSet rules) {
        this(new CaffeineStore<>(1L << 40, () -> NOW, RemovalListener.none()), rules);
    }

    private ActuatorStoreFixture(CacheStore<ResponseVariants> store, RuleSet rules) {
        this.store = store;
        this.rules = rules;
        this.purger = new StorePurger(store, invalidator, rules, POLICY);
        this.inspector = new StoreInspector(NamedStores.of(store), invalidator, rules, new EntryViewFactory(TAGS));
    }

    static CacheKey key(String pathAndQuery) {
        return CacheKeys.of("GET", CLIENTS, URI.create(ORIGIN + pathAndQuery), "", "r", List.of());
    }

    /** Stores a response that has just been asked for. */
    ActuatorStoreFixture hold(String pathAndQuery, StoredResponse response) {
        return hold(key(pathAndQuery), entry(pathAndQuery, response));
    }

    ActuatorStoreFixture hold(CacheKey key, CacheEntry<ResponseVariants> entry) {
        store.put(key, entry).toCompletableFuture().join();
        return this;
    }

    CacheEntry<ResponseVariants> entry(String pathAndQuery, StoredResponse response) {
        return new CacheEntry<>(
                ResponseVariants.of(response),
                1000,
                7_000_000,
                response.dropAfter(POLICY),
                stamp(pathAndQuery, response));
    }

    ActuatorStoreFixture hold(String pathAndQuery, String... fields) {
        return hold(pathAndQuery, response(HeaderFields.EMPTY, fields));
    }

    /** The stamp of what is being fetched from now on. */
    EpochStamp stamp(String pathAndQuery, StoredResponse response) {
        var resourceTags = rules.reach(URI.create(ORIGIN + pathAndQuery));
        var tags = new HashSet<>(resourceTags.ofResponse());
        tags.addAll(TAGS.ofResponse(response.head().fields()));
        return EpochStamp.of(invalidator.epoch(), tags);
    }

    Optional<CacheEntry<ResponseVariants>> find(String pathAndQuery) {
        return store.get(key(pathAndQuery)).toCompletableFuture().join();
    }

    long count() {
        return store.contents().orElseThrow().count();
    }

    static StoredResponse response(HeaderFields request, String... fields) {
        var head = new ResponseHead(200, HeaderFields.of(fields));
        var verdict = Storability.judge(
                new RequestHead("GET", URI.create(ORIGIN), request), head, POLICY, new ReceptionTimes(NOW, NOW, NOW));
        if (verdict instanceof StoreVerdict.Store store) {
            return store.response().withBody(() -> 3);
        }
        throw new AssertionError("not stored: " + verdict);
    }
}
