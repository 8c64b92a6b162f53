package dev.larder.gateway.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreContents;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.policies.eviction.PolicyName;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.StoredResponse;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is purged is gone, or stale; nothing else is; and the number of entries is right. */
class StorePurgerTest {

    private static final int MANY = 100_000;
    private static final String FRESH = "max-age=60";

    private static final Map<CacheKey, CacheEntry<ResponseVariants>> ENTRIES = new HashMap<>();

    private final ActuatorStoreFixture stock = new ActuatorStoreFixture();

    /** Ten pools of a hundred paths of a hundred each, one tag in seven. */
    @BeforeAll
    static void makeMany() {
        var stock = new ActuatorStoreFixture();
        List<StoredResponse> responses = IntStream.range(0, 7)
                .mapToObj(i -> ActuatorStoreFixture.response(
                        HeaderFields.EMPTY, "Cache-Control", FRESH, "Surrogate-Key", "all tag" + i))
                .toList();
        for (int i = 0; i < MANY; i++) {
            ENTRIES.put(ActuatorStoreFixture.key(path(i)), stock.entry(path(i), responses.get(i % 7)));
        }
    }

    @AfterAll
    static void forgetThem() {
        ENTRIES.clear();
    }

    private static ActuatorStoreFixture many(CacheStore<ResponseVariants> store) {
        var stock = new ActuatorStoreFixture(store);
        ENTRIES.forEach(stock::hold);
        assertThat(stock.count()).isEqualTo(MANY);
        return stock;
    }

    private static String path(int i) {
        return "/p" + i % 10 + "/" + i / 10 % 100 + "/" + i / 1000;
    }

    @ParameterizedTest
    @CsvSource({
        // kind, value, how many, one of them, none of them
        "url, http://www.test/p3/42/7, 1, /p3/42/7, /p3/42/8",
        "tag, tag3, 14286, /p3/0/0, /p4/0/0",
        "pool, P3, 10000, /p3/1/1, /p4/1/1",
        "prefix, /p3/42, 100, /p3/42/99, /p3/4/2",
        "pattern, /*/42/{any}, 1000, /p9/42/0, /p9/43/0",
        "everything, , 100000, /p0/0/0, /absent"
    })
    void hardPurgeRemovesExactlySelectedEntriesOfLargeStore(
            String kind, @Nullable String value, long expected, String one, String other) {
        ActuatorStoreFixture full =
                many(new CaffeineStore<>(1L << 40, () -> ActuatorStoreFixture.NOW, RemovalListener.none()));
        boolean held = full.find(other).isPresent();

        assertThat(full.purger.remove(PurgeSelectionParser.read(kind, value))).isEqualTo(new PurgeResult(expected, 0));

        assertThat(full.count()).isEqualTo(MANY - expected);
        assertThat(full.find(one)).isEmpty();
        assertThat(full.find(other).isPresent()).isEqualTo(held);
        assertThat(full.purger.remove(PurgeSelectionParser.read(kind, value))).isEqualTo(new PurgeResult(0, 0));
    }

    @Tag("thorough")
    @ParameterizedTest
    @CsvSource({
        "url, http://www.test/p3/42/7, 1, /p3/42/7",
        "tag, tag3, 14286, /p3/0/0",
        "pool, P3, 10000, /p3/1/1",
        "prefix, /p3/42, 100, /p3/42/99",
        "pattern, /*/42/{any}, 1000, /p9/42/0",
        "everything, , 100000, /p0/0/0"
    })
    void softPurgeMakesExactlySelectedEntriesOfLargeStoreStale(
            String kind, @Nullable String value, long expected, String one) {
        ActuatorStoreFixture full = many(new BoundedStore<>(
                PolicyName.LRU.create(1L << 40, 1), () -> ActuatorStoreFixture.NOW, RemovalListener.none()));

        assertThat(full.purger.soften(PurgeSelectionParser.read(kind, value), ActuatorStoreFixture.NOW))
                .isEqualTo(new PurgeResult(expected, 0));

        assertThat(full.count()).isEqualTo(MANY);
        assertThat(judge(full, one)).isInstanceOf(ReuseVerdict.ServeWhileRevalidating.class);
        long stale = ENTRIES.keySet().stream().filter(key -> !fresh(full, key)).count();
        assertThat(stale).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "http://www.test/a?b=c, true",
        "https://WWW.test/a?b=c, true",
        "http://www.test:80/a?b=c, true",
        "http://origin.test/a?b=c, true",
        "https://origin.test/a?b=c, false",
        "http://other.test/a?b=c, false",
        "http://www.test:81/a?b=c, false",
        "http://www.test/a, false",
        "http://www.test/a?, false",
        "http://www.test/a?b=C, false",
        "http://www.test/A?b=c, false",
        "http://www.test/a/?b=c, false"
    })
    void urlSelectsExactClientOrOriginUrl(String url, boolean meant) {
        stock.hold("/a?b=c", "Cache-Control", FRESH);

        assertThat(stock.purger.remove(PurgeSelectionParser.read("url", url)).entries())
                .isEqualTo(meant ? 1 : 0);
        assertThat(stock.find("/a?b=c").isPresent()).isEqualTo(!meant);
    }

    @ParameterizedTest
    @CsvSource({
        "/users, /users?page=2, true",
        "/users, /users/5/skills, true",
        "/users/, /users, true",
        "/Users, /users/5, true",
        "/users/5, /users/%35/skills, true",
        "/users, /users2, false",
        "/users/5, /users, false",
        "/, /anything, true"
    })
    void prefixMatchesWholePathSegments(String prefix, String path, boolean meant) {
        stock.hold(path, "Cache-Control", FRESH);

        assertThat(stock.purger
                        .remove(PurgeSelectionParser.read("prefix", prefix))
                        .entries())
                .isEqualTo(meant ? 1 : 0);
    }

    @Test
    @Tag("hardening-I5")
    void tagSelectsEntriesByTagFieldOrCacheGroups() {
        stock.hold("/a", "Cache-Control", FRESH, "Surrogate-Key", "one two")
                .hold("/b", "Cache-Control", FRESH, "Cache-Groups", "\"two\", \"three\"")
                .hold("/c", "Cache-Control", FRESH, "Surrogate-Key", "Two");

        assertThat(stock.purger.remove(PurgeSelectionParser.read("tag", "two")).entries())
                .isEqualTo(2);
        assertThat(stock.find("/c")).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "url, http://www.test/users/5",
        "tag, any",
        "pool, users",
        "prefix, /users",
        "pattern, /users/*",
        "everything,"
    })
    @Tag("hardening-I12")
    void responseFetchedDuringPurgeIsNeitherStoredNorShared(String kind, @Nullable String value) {
        var responseStore = new ResponseStore(stock.store, stock.invalidator);
        StoredResponse response = ActuatorStoreFixture.response(HeaderFields.EMPTY, "Cache-Control", FRESH);
        EpochStamp before = stock.stamp("/users/5", response);

        stock.purger.remove(PurgeSelectionParser.read(kind, value));

        assertThat(responseStore.isShareable(before)).isFalse();
        assertThat(add(responseStore, response, before)).contains(Reason.VOIDED);
        assertThat(stock.find("/users/5")).isEmpty();
        assertThat(add(responseStore, response, stock.stamp("/users/5", response)))
                .isEmpty();
    }

    @Test
    @Tag("hardening-I4")
    void responseFetchedDuringSoftPurgeIsNotStored() {
        var responseStore = new ResponseStore(stock.store, stock.invalidator);
        StoredResponse response = ActuatorStoreFixture.response(HeaderFields.EMPTY, "Cache-Control", FRESH);
        EpochStamp before = stock.stamp("/users/5", response);

        stock.purger.soften(PurgeSelectionParser.read("pool", "users"), ActuatorStoreFixture.NOW);

        assertThat(add(responseStore, response, before)).contains(Reason.VOIDED);
    }

    @Test
    void poolPurgeDoesNotAffectFetchForAnotherPool() {
        var responseStore = new ResponseStore(stock.store, stock.invalidator);
        StoredResponse response = ActuatorStoreFixture.response(HeaderFields.EMPTY, "Cache-Control", FRESH);
        EpochStamp before = stock.stamp("/users/5", response);

        stock.purger.remove(PurgeSelectionParser.read("pool", "skills"));

        assertThat(add(responseStore, response, before)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"url, http://www.test/users/5", "pool, users", "everything,"})
    void entryWrittenDuringPurgeIsRemovedByItsWriter(String kind, @Nullable String value) {
        var slow =
                new PurgedWhileWriting(stock.store, () -> stock.purger.remove(PurgeSelectionParser.read(kind, value)));
        var responseStore = new ResponseStore(slow, stock.invalidator);
        StoredResponse response = ActuatorStoreFixture.response(HeaderFields.EMPTY, "Cache-Control", FRESH);

        assertThat(add(responseStore, response, stock.stamp("/users/5", response)))
                .contains(Reason.VOIDED);
        assertThat(stock.find("/users/5")).isEmpty();
    }

    @Test
    void staleOrMustRevalidateEntryIsValidatedAfterSoftPurge() {
        stock.hold("/stale", "Cache-Control", "max-age=0", "ETag", "\"1\"")
                .hold("/strict", "Cache-Control", "max-age=60, must-revalidate", "ETag", "\"1\"");

        assertThat(stock.purger.soften(new PurgeSelection.Everything(), ActuatorStoreFixture.NOW))
                .isEqualTo(new PurgeResult(2, 0));

        assertThat(judge(stock, "/stale")).isInstanceOf(ReuseVerdict.Revalidate.class);
        assertThat(judge(stock, "/strict")).isInstanceOf(ReuseVerdict.Revalidate.class);
    }

    @Test
    void countsEntriesThatStoreFailsToRemove() {
        stock.hold("/a", "Cache-Control", FRESH).hold("/b", "Cache-Control", FRESH);
        var failing = new ActuatorStoreFixture(new FailingAt(stock.store, ActuatorStoreFixture.key("/a")));

        assertThat(failing.purger.remove(new PurgeSelection.Everything())).isEqualTo(new PurgeResult(1, 1));
    }

    @Test
    void rejectsPurgeOfStoreThatCannotListItsContents() {
        var silent = new ActuatorStoreFixture(new Wrapped(stock.store) {
            @Override
            public Optional<StoreContents> contents() {
                return Optional.empty();
            }
        });

        assertThatExceptionOfType(RefusedOperationException.class)
                .isThrownBy(() -> silent.purger.remove(new PurgeSelection.Everything()))
                .withMessageContaining("cannot tell");
    }

    private static Optional<Reason> add(ResponseStore responseStore, StoredResponse response, EpochStamp stamp) {
        return responseStore
                .add(ActuatorStoreFixture.key("/users/5"), response, ActuatorStoreFixture.POLICY, stamp, 1)
                .blockOptional()
                .orElseThrow();
    }

    private static ReuseVerdict judge(ActuatorStoreFixture stock, String path) {
        var request = new RequestHead("GET", URI.create(ActuatorStoreFixture.ORIGIN + path), HeaderFields.EMPTY);
        return Reuse.judge(
                request,
                stock.find(path).map(CacheEntry::value),
                ActuatorStoreFixture.POLICY,
                ActuatorStoreFixture.NOW);
    }

    private static boolean fresh(ActuatorStoreFixture stock, CacheKey key) {
        CacheEntry<ResponseVariants> entry =
                stock.store.get(key).toCompletableFuture().join().orElseThrow();
        return entry.value().responses().get(0).isFresh(ActuatorStoreFixture.NOW);
    }

    private static class Wrapped implements CacheStore<ResponseVariants> {

        private final CacheStore<ResponseVariants> inner;

        Wrapped(CacheStore<ResponseVariants> inner) {
            this.inner = inner;
        }

        @Override
        public CompletionStage<Optional<CacheEntry<ResponseVariants>>> get(CacheKey key) {
            return inner.get(key);
        }

        @Override
        public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<ResponseVariants> entry) {
            return inner.put(key, entry);
        }

        @Override
        public CompletionStage<StoreOutcome> replace(
                CacheKey key, @Nullable CacheEntry<ResponseVariants> expected, CacheEntry<ResponseVariants> entry) {
            return inner.replace(key, expected, entry);
        }

        @Override
        public CompletionStage<Boolean> remove(CacheKey key) {
            return inner.remove(key);
        }

        @Override
        public CompletionStage<Void> clear() {
            return inner.clear();
        }

        @Override
        public Optional<StoreContents> contents() {
            return inner.contents();
        }
    }

    /** Somebody purges between the look whether a write may be made and the write. */
    private static final class PurgedWhileWriting extends Wrapped {

        private final Runnable purge;

        PurgedWhileWriting(CacheStore<ResponseVariants> inner, Runnable purge) {
            super(inner);
            this.purge = purge;
        }

        @Override
        public CompletionStage<StoreOutcome> replace(
                CacheKey key, @Nullable CacheEntry<ResponseVariants> expected, CacheEntry<ResponseVariants> entry) {
            purge.run();
            return super.replace(key, expected, entry);
        }
    }

    private static final class FailingAt extends Wrapped {

        private final CacheKey bad;

        FailingAt(CacheStore<ResponseVariants> inner, CacheKey bad) {
            super(inner);
            this.bad = bad;
        }

        @Override
        public CompletionStage<Boolean> remove(CacheKey key) {
            return key.equals(bad)
                    ? CompletableFuture.failedFuture(new IllegalStateException("remove"))
                    : super.remove(key);
        }
    }
}
