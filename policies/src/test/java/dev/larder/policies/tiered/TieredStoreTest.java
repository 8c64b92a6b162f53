package dev.larder.policies.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreContents;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.eviction.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two stores are one: nobody can tell where something is, only how soon it comes. */
class TieredStoreTest {

    private static final long FRONT = 1_000;
    private static final long BACK = 10_000;
    private static final long HEAVY = 500;
    private static final CacheKey KEY = CacheKey.of("GET", "/a");

    private final List<CacheKey> evicted = new ArrayList<>();
    private final CacheStore<String> memory = bounded(FRONT, RemovalListener.none());
    private final SlowStore<String> back = new SlowStore<>(bounded(BACK, RemovalListener.none()));
    private CacheStore<String> front = memory;
    private final TieredStore<String> store = new TieredStore<>(
            listener -> front = bounded(FRONT, listener), back, entry -> entry.weight() < HEAVY, evicted::add);

    private static CacheStore<String> bounded(long capacity, RemovalListener<String> listener) {
        return new BoundedStore<>(PolicyName.LRU.create(capacity, 1), InstantSource.system(), listener);
    }

    private static CacheEntry<String> entry(String value, long weight) {
        return CacheEntry.of(value, weight, 0, Instant.MAX);
    }

    private static CacheEntry<String> light(String value) {
        return entry(value, 100);
    }

    private static <T> T done(CompletionStage<T> stage) {
        CompletableFuture<T> future = stage.toCompletableFuture();
        assertThat(future).isDone();
        return future.join();
    }

    @Test
    void lightEntryIsStoredInBothTiers() {
        assertThat(done(store.put(KEY, light("a")))).isEqualTo(StoreOutcome.STORED);
        assertThat(done(front.get(KEY))).contains(light("a"));
        assertThat(done(back.get(KEY))).contains(light("a"));
    }

    @Test
    void entryThatMayNotBeCopiedNeverEntersFrontTier() {
        List<Boolean> inFront = new ArrayList<>();
        store.copying(() -> () -> {
            inFront.add(done(front.get(KEY)).isPresent());
            return false;
        });
        done(back.put(KEY, light("a")));
        assertThat(done(store.get(KEY))).contains(light("a"));
        assertThat(inFront).isNotEmpty().containsOnly(false);
        assertThat(done(front.get(KEY))).isEmpty();
    }

    @Test
    void heavyEntryIsStoredInBackTierOnly() {
        done(store.put(KEY, light("a")));
        done(store.put(KEY, entry("b", HEAVY)));
        assertThat(done(front.get(KEY))).isEmpty();
        assertThat(done(store.get(KEY))).contains(entry("b", HEAVY));
        assertThat(store.getAtOnce(KEY)).isEmpty();
    }

    @Test
    void entryEvictedFromMemoryIsFoundInBackTierAndPromoted() {
        for (int i = 0; i < 20; i++) {
            done(store.put(CacheKey.of("GET", "/" + i), light("" + i)));
        }
        CacheKey first = CacheKey.of("GET", "/0");
        assertThat(evicted).contains(first);
        assertThat(store.getAtOnce(first)).isEmpty();
        assertThat(done(store.get(first))).contains(light("0"));
        assertThat(store.getAtOnce(first)).contains(light("0"));
    }

    @Test
    void writeToMemoryCompletesBeforeBackTier() {
        back.slowDown();
        CompletionStage<StoreOutcome> put = store.put(KEY, light("a"));
        assertThat(done(put)).isEqualTo(StoreOutcome.STORED);
        assertThat(done(store.get(KEY))).contains(light("a"));
    }

    @Test
    void writeOfHeavyEntryCompletesWithBackTier() {
        back.slowDown();
        CompletionStage<StoreOutcome> put = store.put(KEY, entry("a", HEAVY));
        CompletionStage<Optional<CacheEntry<String>>> get = store.get(KEY);
        assertThat(put.toCompletableFuture()).isNotDone();
        back.answerAll();
        assertThat(done(put)).isEqualTo(StoreOutcome.STORED);
        assertThat(done(get)).contains(entry("a", HEAVY));
    }

    @Test
    void readDuringPendingWriteDoesNotReturnSupersededEntry() {
        done(store.put(KEY, entry("old", HEAVY)));
        back.slowDown();
        store.put(KEY, light("new"));
        done(front.remove(KEY));
        CompletionStage<Optional<CacheEntry<String>>> get = store.get(KEY);
        back.answerAll();
        assertThat(done(get)).contains(light("new"));
    }

    @Test
    @Tag("hardening-I9")
    void readStartedBeforeRemoveDoesNotPromoteOldEntry() {
        done(back.put(KEY, light("old")));
        back.slowDown();
        CompletionStage<Optional<CacheEntry<String>>> get = store.get(KEY);
        CompletionStage<Boolean> removed = store.remove(KEY);
        back.answerAll();
        assertThat(done(get)).contains(light("old"));
        assertThat(done(removed)).isTrue();
        assertThat(store.getAtOnce(KEY)).isEmpty();
    }

    @Test
    void promotionNeverRestoresEntryAfterWriteHasTimedOut() {
        var store = new AtomicReference<TieredStore<String>>();
        var superseded = new ArrayList<Optional<CacheEntry<String>>>();
        var entered = new SlowStore<>(memory) {
            @Override
            public CompletionStage<StoreOutcome> put(CacheKey key, CacheEntry<String> entry) {
                if (!entry.value().equals("old")) {
                    return super.put(key, entry);
                }
                CompletableFuture<StoreOutcome> later =
                        store.get().put(key, light("new")).toCompletableFuture();
                // In vain where giving up has to wait for the front.
                later.copy()
                        .completeOnTimeout(StoreOutcome.CONFLICT, 200, TimeUnit.MILLISECONDS)
                        .join();
                CompletionStage<StoreOutcome> outcome = super.put(key, entry);
                if (later.isDone()) {
                    superseded.add(done(memory.get(key)));
                }
                return outcome;
            }
        };
        store.set(TieredStore.writingThrough(entered, back, Duration.ofMillis(1)));
        done(back.put(KEY, light("old")));
        done(store.get().get(KEY));
        assertThat(superseded).isEmpty();
    }

    @Test
    void writeThatWaitsTooLongRemovesKey() {
        TieredStore<String> patient = TieredStore.writingThrough(memory, back, Duration.ofMillis(1));
        done(patient.put(KEY, light("a")));
        back.slowDown();
        patient.put(KEY, light("b"));
        CompletionStage<StoreOutcome> third = patient.put(KEY, light("c"));
        assertThat(third.toCompletableFuture().join()).isEqualTo(StoreOutcome.UNAVAILABLE);
        assertThat(patient.getAtOnce(KEY)).isEmpty();
        back.answerAll();
        assertThat(done(memory.get(KEY))).isEmpty();
        back.speedUp();
        assertThat(done(back.get(KEY))).isEmpty();
    }

    @Test
    void manyTimedOutWritesRemoveKeyOnlyOnce() {
        var counted = new AtomicInteger();
        CacheStore<String> counting = new SlowStore<>(bounded(BACK, RemovalListener.none())) {
            @Override
            public CompletionStage<Boolean> remove(CacheKey key) {
                counted.incrementAndGet();
                return super.remove(key);
            }
        };
        SlowStore<String> slow = (SlowStore<String>) counting;
        TieredStore<String> patient = TieredStore.writingThrough(memory, slow, Duration.ofMillis(1));
        slow.slowDown();
        patient.put(KEY, light("a"));
        List<CompletionStage<StoreOutcome>> late = IntStream.range(0, 100)
                .mapToObj(i -> patient.put(KEY, light("b" + i)))
                .toList();
        late.forEach(write -> assertThat(write.toCompletableFuture().join()).isEqualTo(StoreOutcome.UNAVAILABLE));
        slow.answerAll();
        assertThat(counted).hasValue(1);
        slow.speedUp();
        assertThat(done(patient.put(KEY, light("c")))).isEqualTo(StoreOutcome.STORED);
        assertThat(done(patient.get(KEY))).contains(light("c"));
    }

    @Test
    void queuedWriteDoesNotReachMemoryAfterLaterWriteTimedOut() {
        TieredStore<String> patient = TieredStore.writingThrough(memory, back, Duration.ofMillis(20));
        done(patient.put(KEY, light("a")));
        done(memory.remove(KEY));
        back.slowDown();
        CompletionStage<StoreOutcome> second = patient.replace(KEY, light("a"), light("b"));
        CompletionStage<StoreOutcome> third = patient.put(KEY, light("c"));
        assertThat(third.toCompletableFuture().join()).isEqualTo(StoreOutcome.UNAVAILABLE);
        assertThat(second.toCompletableFuture()).isNotDone();
        back.answerOne();
        assertThat(patient.getAtOnce(KEY)).isEmpty();
        back.answerAll();
        assertThat(done(memory.get(KEY))).isEmpty();
        back.speedUp();
        assertThat(done(back.get(KEY))).isEmpty();
    }

    @Test
    void allQueuedWritesToKeyComplete() {
        back.slowDown();
        store.put(KEY, light("first"));
        back.speedUp();
        List<CompletionStage<StoreOutcome>> puts = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            puts.add(store.put(KEY, entry("" + i, HEAVY)));
        }
        back.answerAll();
        assertThat(puts.stream()
                        .filter(put -> !put.toCompletableFuture().isDone())
                        .count())
                .isZero();
        assertThat(done(store.get(KEY))).contains(entry("99999", HEAVY));
    }

    @Test
    void firstOfTwoConcurrentReplacesWins() {
        done(store.put(KEY, entry("a", HEAVY)));
        back.slowDown();
        CompletionStage<StoreOutcome> first = store.replace(KEY, entry("a", HEAVY), light("b"));
        CompletionStage<StoreOutcome> second = store.replace(KEY, entry("a", HEAVY), light("c"));
        back.answerAll();
        assertThat(done(first)).isEqualTo(StoreOutcome.STORED);
        assertThat(done(second)).isEqualTo(StoreOutcome.CONFLICT);
        assertThat(done(store.get(KEY))).contains(light("b"));
    }

    @Test
    void entryTooLargeForBothTiersRemovesKey() {
        done(store.put(KEY, light("a")));
        assertThat(done(store.put(KEY, entry("b", BACK + 1)))).isEqualTo(StoreOutcome.TOO_LARGE);
        assertThat(done(store.get(KEY))).isEmpty();
    }

    @Test
    void clearEmptiesBothTiers() {
        done(store.put(KEY, light("a")));
        back.slowDown();
        store.put(CacheKey.of("GET", "/b"), light("b"));
        CompletionStage<Void> cleared = store.clear();
        CompletionStage<StoreOutcome> after = store.put(KEY, light("c"));
        back.answerAll();
        done(cleared);
        done(after);
        StoreContents contents = store.contents().orElseThrow();
        assertThat(contents.keys()).containsExactly(KEY);
        assertThat(contents.count()).isOne();
        assertThat(contents.weight()).isEqualTo(200);
    }

    @Test
    void concurrentClearsComplete() {
        List<CompletableFuture<?>> clears = IntStream.range(0, 4)
                .mapToObj(thread -> CompletableFuture.runAsync(
                        () -> {
                            for (int i = 0; i < 200; i++) {
                                store.clear().toCompletableFuture().join();
                            }
                        },
                        task -> new Thread(task).start()))
                .collect(Collectors.toList());
        assertThat(CompletableFuture.allOf(clears.toArray(CompletableFuture[]::new)))
                .succeedsWithin(Duration.ofSeconds(20));
    }

    /** Each operation is done before the next begins, but the store behind answers whenever it likes. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void singleCallerSeesMapThatMayForgetEntries(long seed) {
        var random = new Random(seed);
        Map<CacheKey, CacheEntry<String>> model = new HashMap<>();
        back.slowDown();
        for (int i = 0; i < 20_000; i++) {
            CacheKey key = CacheKey.of("GET", "/" + random.nextInt(30));
            CacheEntry<String> entry = entry("" + i, random.nextInt(4) == 0 ? HEAVY : 100 + random.nextInt(50));
            switch (random.nextInt(8)) {
                case 0 -> {
                    settled(store.remove(key));
                    model.remove(key);
                }
                case 1, 2 -> {
                    CacheEntry<String> expected = settled(store.get(key)).orElse(null);
                    if (settled(store.replace(key, expected, entry)) == StoreOutcome.STORED) {
                        model.put(key, entry);
                    }
                }
                case 3, 4 -> {
                    assertThat(settled(store.put(key, entry)))
                            .as("seed %d, step %d", seed, i)
                            .isEqualTo(StoreOutcome.STORED);
                    model.put(key, entry);
                }
                default ->
                    settled(store.get(key)).ifPresent(found -> assertThat(found).isEqualTo(model.get(key)));
            }
            while (random.nextInt(3) == 0 && back.answerOne()) {}
        }
    }

    private <T> T settled(CompletionStage<T> stage) {
        CompletableFuture<T> future = stage.toCompletableFuture();
        while (!future.isDone()) {
            assertThat(back.answerOne()).isTrue();
        }
        return future.join();
    }
}
