package dev.larder.cache.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.larder.cache.spi.RemovalLog.Removal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@link CacheStore} promises to one caller, as tests.
 *
 * @param <V> type of the values that the store under test holds
 */
public abstract class SequentialStoreContract<V> extends StoreFixture<V> {

    private static final CacheKey KEY = CacheKey.of("GET", "/a");
    private static final CacheKey OTHER = CacheKey.of("GET", "/b");

    private CacheStore<V> roomy() {
        return newStore(ROOMY, clock, log);
    }

    private CacheStore<V> holding(CacheEntry<V> entry) {
        CacheStore<V> store = roomy();
        assertThat(await(store.put(KEY, entry))).isEqualTo(StoreOutcome.STORED);
        return store;
    }

    private void assertTold(CacheStore<V> store, CacheEntry<V> entry, RemovalCause cause) {
        settle(store);
        assertThat(log.removals()).containsExactly(new Removal<>(KEY, entry, cause));
    }

    private void assertToldNothing(CacheStore<V> store) {
        settle(store);
        assertThat(log.removals()).isEmpty();
    }

    private static <V> void assertHolds(CacheStore<V> store, CacheKey key, CacheEntry<V> entry) {
        assertThat(await(store.get(key))).contains(entry);
    }

    private static void assertEmpty(CacheStore<?> store, CacheKey key) {
        assertThat(await(store.get(key)).isPresent()).isFalse();
    }

    @Test
    void getOfAKeyNeverStoredIsEmpty() {
        assertEmpty(roomy(), KEY);
    }

    @Test
    void getReturnsStoredEntryOnlyUnderItsKey() {
        CacheStore<V> store = holding(entry(1));
        assertHolds(store, KEY, entry(1));
        assertHolds(store, CacheKey.of("GET", "/a"), entry(1));
        assertEmpty(store, OTHER);
        assertToldNothing(store);
    }

    @Test
    void localStoreReturnsCompletedStages() {
        assumeThat(local()).as("a local store").isTrue();
        CacheStore<V> store = roomy();
        List<CompletionStage<?>> stages = List.of(
                store.put(KEY, entry(1)),
                store.get(KEY),
                store.replace(KEY, entry(1), entry(2)),
                store.remove(KEY),
                store.get(KEY),
                store.clear());
        assertThat(stages).allMatch(stage -> stage.toCompletableFuture().isDone());
    }

    @Test
    void storeKeepsStampOfEntry() {
        var stamp = EpochStamp.of(7, List.of(new CacheTag("users")));
        var tagged = new CacheEntry<>(value(1), 100, 5, clock.instant().plus(LIFE), stamp);
        assertHolds(holding(tagged), KEY, tagged);
    }

    @Test
    void getReturnsEntryOnlyUntilItExpires() {
        CacheStore<V> store = holding(entry(1, 100, clock.instant().plusSeconds(10)));
        clock.advance(Duration.ofSeconds(9));
        assertThat(await(store.get(KEY))).isPresent();
        clock.advance(Duration.ofSeconds(1).plusNanos(1));
        assertEmpty(store, KEY);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 999, 1_000_000, 500_000_000, 3_600_000_000_000L})
    void getReturnsNothingOneNanosecondAfterExpiry(long lifeInNanos) {
        CacheStore<V> store = holding(entry(1, 100, clock.instant().plusNanos(lifeInNanos)));
        clock.advance(Duration.ofNanos(lifeInNanos + 1));
        assertEmpty(store, KEY);
    }

    @Test
    void entryStoredAfterItsExpiryIsNeverReturned() {
        CacheStore<V> store = roomy();
        await(store.put(KEY, entry(1, 100, clock.instant().minusNanos(1))));
        assertEmpty(store, KEY);
    }

    @Test
    void entryExpiringAtInstantMaxIsReturnedAfterTwentyYears() {
        CacheStore<V> store = holding(entry(1, 100, Instant.MAX));
        clock.advance(Duration.ofDays(365 * 20));
        assertThat(await(store.get(KEY))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void laterWriteCanBringExpiryOfKeyForward(boolean byReplace) {
        CacheEntry<V> longer = entry(1, 100, clock.instant().plusSeconds(10));
        CacheEntry<V> shorter = entry(2, 100, clock.instant().plusMillis(9_500));
        CacheStore<V> store = holding(longer);
        await(byReplace ? store.replace(KEY, longer, shorter) : store.put(KEY, shorter));
        clock.advance(Duration.ofMillis(9_501));
        assertEmpty(store, KEY);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void laterWriteCanPostponeExpiryOfKey(boolean byReplace) {
        CacheEntry<V> shorter = entry(1, 100, clock.instant().plusSeconds(10));
        CacheEntry<V> longer = entry(2, 100, clock.instant().plusSeconds(60));
        CacheStore<V> store = holding(shorter);
        await(byReplace ? store.replace(KEY, shorter, longer) : store.put(KEY, longer));
        clock.advance(Duration.ofSeconds(30));
        assertHolds(store, KEY, longer);
    }

    @Test
    void putReplacesEarlierEntryAndReportsItsRemoval() {
        CacheStore<V> store = holding(entry(1));
        assertThat(await(store.put(KEY, entry(2, 300, clock.instant().plus(LIFE)))))
                .isEqualTo(StoreOutcome.STORED);
        assertHolds(store, KEY, entry(2, 300, clock.instant().plus(LIFE)));
        assertTold(store, entry(1), RemovalCause.REPLACED);
    }

    @Test
    void putOfTooLargeEntryRemovesEarlierEntry() {
        CacheStore<V> store = holding(entry(1));
        assertThat(await(store.put(KEY, tooLarge(2)))).isEqualTo(StoreOutcome.TOO_LARGE);
        assertEmpty(store, KEY);
        assertTold(store, entry(1), RemovalCause.REPLACED);
    }

    @Test
    void entryWeightBeyondIntRangeIsTooLargeForSmallStore() {
        CacheStore<V> store = roomy();
        CacheEntry<V> huge = entry(1, (1L << 32) + 100, clock.instant().plus(LIFE));
        assertThat(await(store.put(KEY, huge))).isEqualTo(StoreOutcome.TOO_LARGE);
        assertEmpty(store, KEY);
        assertToldNothing(store);
    }

    @Test
    void entryAsHeavyAsMaxWeightIsNotTooLarge() {
        CacheStore<V> store = roomy();
        assertThat(await(store.put(KEY, entry(1, ROOMY, clock.instant().plus(LIFE)))))
                .isNotEqualTo(StoreOutcome.TOO_LARGE);
    }

    @Test
    void replaceStoresIfCurrentEntryEqualsExpectedEntry() {
        CacheStore<V> store = holding(entry(1));
        assertThat(await(store.replace(KEY, entry(1), entry(2)))).isEqualTo(StoreOutcome.STORED);
        assertHolds(store, KEY, entry(2));
        assertTold(store, entry(1), RemovalCause.REPLACED);
    }

    @Test
    void replaceOfAnEntryByAnEqualOneIsStored() {
        CacheStore<V> store = holding(entry(1));
        assertThat(await(store.replace(KEY, entry(1), entry(1)))).isEqualTo(StoreOutcome.STORED);
        assertHolds(store, KEY, entry(1));
    }

    @Test
    void replaceWithWrongExpectedEntryIsConflictAndChangesNothing() {
        CacheStore<V> store = holding(entry(1));
        assertThat(await(store.replace(KEY, entry(3), entry(2)))).isEqualTo(StoreOutcome.CONFLICT);
        assertThat(await(store.replace(KEY, entry(3), tooLarge(2)))).isEqualTo(StoreOutcome.CONFLICT);
        assertHolds(store, KEY, entry(1));
        assertToldNothing(store);
    }

    @Test
    void replaceExpectingNoEntryStoresOnlyIfKeyIsEmpty() {
        CacheStore<V> store = roomy();
        assertThat(await(store.replace(KEY, null, entry(1)))).isEqualTo(StoreOutcome.STORED);
        assertThat(await(store.replace(KEY, null, entry(2)))).isEqualTo(StoreOutcome.CONFLICT);
        assertHolds(store, KEY, entry(1));
        assertToldNothing(store);
    }

    @Test
    void replaceExpectingEntryIsConflictIfKeyIsEmpty() {
        CacheStore<V> store = roomy();
        assertThat(await(store.replace(KEY, entry(1), entry(2)))).isEqualTo(StoreOutcome.CONFLICT);
        assertEmpty(store, KEY);
    }

    @Test
    void replaceByTooLargeEntryRemovesEarlierEntry() {
        CacheStore<V> store = holding(entry(1));
        assertThat(await(store.replace(KEY, entry(1), tooLarge(2)))).isEqualTo(StoreOutcome.TOO_LARGE);
        assertEmpty(store, KEY);
        assertTold(store, entry(1), RemovalCause.REPLACED);
    }

    @Test
    void expiredEntryCountsAsAbsentForReplaceAndRemove() {
        CacheStore<V> store = holding(entry(1));
        CacheEntry<V> passed = entry(1);
        clock.advance(LIFE.plusSeconds(1));
        assertThat(await(store.replace(KEY, passed, entry(2)))).isEqualTo(StoreOutcome.CONFLICT);
        assertThat(await(store.remove(KEY))).isFalse();
        assertThat(await(store.replace(KEY, null, entry(3)))).isEqualTo(StoreOutcome.STORED);
        assertHolds(store, KEY, entry(3));
        assertTold(store, passed, RemovalCause.EXPIRED);
    }

    @Test
    void removeReturnsWhetherEntryExisted() {
        CacheStore<V> store = holding(entry(1));
        assertThat(await(store.remove(OTHER))).isFalse();
        assertThat(await(store.remove(KEY))).isTrue();
        assertThat(await(store.remove(KEY))).isFalse();
        assertEmpty(store, KEY);
        assertTold(store, entry(1), RemovalCause.REMOVED);
    }

    @Test
    void replaceOfEntryReadBeforeRemoveIsConflict() {
        CacheStore<V> store = holding(entry(1));
        CacheEntry<V> read = await(store.get(KEY)).orElseThrow();
        await(store.remove(KEY));
        assertThat(await(store.replace(KEY, read, entry(2)))).isEqualTo(StoreOutcome.CONFLICT);
        assertEmpty(store, KEY);
    }

    @Test
    void clearRemovesAllEntriesAndStoreStaysUsable() {
        CacheStore<V> store = roomy();
        IntStream.range(0, 100).forEach(n -> await(store.put(key(n), entry(n))));
        CacheEntry<V> read = await(store.get(key(7))).orElseThrow();
        await(store.clear());
        assertThat(IntStream.range(0, 100))
                .allMatch(n -> await(store.get(key(n))).isEmpty());
        assertThat(await(store.replace(key(7), read, entry(7)))).isEqualTo(StoreOutcome.CONFLICT);
        settle(store);
        assertThat(log.removals()).hasSize(100).allMatch(removal -> removal.cause() == RemovalCause.CLEARED);
        await(store.put(KEY, entry(1)));
        assertHolds(store, KEY, entry(1));
    }

    @Test
    void laterWritesReportRemovalOfExpiredEntry() {
        CacheEntry<V> expiring = entry(1, 100, clock.instant().plusSeconds(10));
        CacheStore<V> store = holding(expiring);
        clock.advance(Duration.ofMinutes(10));
        IntStream.range(0, 100).forEach(n -> await(store.put(key(n), entry(n))));
        assertTold(store, expiring, RemovalCause.EXPIRED);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void storedEntriesNeverExceedMaxWeight(long seed) {
        var random = new Random(seed);
        CacheStore<V> store = newStore(10_000, clock, log);
        for (int n = 0; n < 2_000; n++) {
            await(store.put(key(random.nextInt(300)), entry(n, 1 + random.nextInt(2_000), Instant.MAX)));
            await(store.get(key(random.nextInt(300))));
            if (n % 50 == 0) {
                settle(store);
                assertThat(weightOf(store, 300)).as("weight, seed %d", seed).isLessThanOrEqualTo(10_000);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    @org.junit.jupiter.api.Tag("hardening-X1")
    void reportsRemovalOfEachStoredEntryExactlyOnce(long seed) {
        var random = new Random(seed);
        CacheStore<V> store = newStore(5_000, clock, log);
        Map<CacheEntry<V>, CacheKey> stored = new HashMap<>();
        for (int n = 0; n < 3_000; n++) {
            CacheKey key = key(random.nextInt(100));
            CacheEntry<V> entry =
                    entry(n, 1 + random.nextInt(500), clock.instant().plusSeconds(random.nextInt(60)));
            if (write(store, random, key, entry) == StoreOutcome.STORED) {
                stored.put(entry, key);
            }
            clock.advance(Duration.ofMillis(random.nextInt(500)));
        }
        await(store.clear());
        settle(store);
        assertThat(log.removals()).as("seed %d", seed).hasSize(stored.size());
        assertThat(log.removals()).allMatch(removal -> removal.key().equals(stored.remove(removal.entry())));
    }

    private StoreOutcome write(CacheStore<V> store, Random random, CacheKey key, CacheEntry<V> entry) {
        switch (random.nextInt(6)) {
            case 0 -> await(store.remove(key));
            case 1 -> {
                return await(store.replace(key, await(store.get(key)).orElse(null), entry));
            }
            case 2 -> {
                return await(store.replace(key, entry, entry));
            }
            default -> {
                return await(store.put(key, entry));
            }
        }
        return StoreOutcome.CONFLICT;
    }

    @Test
    void contentsShowKeysAndWeightsOfStoredEntries() {
        CacheStore<V> store = roomy();
        assumeThat(store.contents()).as("a store that can tell what it holds").isPresent();
        StoreContents contents = store.contents().orElseThrow();
        await(store.put(KEY, entry(1, 100, Instant.MAX)));
        await(store.put(OTHER, entry(2, 200, Instant.MAX)));
        assertThat(contents.count()).isEqualTo(2);
        assertThat(contents.weight()).isEqualTo(300);
        try (var keys = contents.keys()) {
            assertThat(keys).containsExactlyInAnyOrder(KEY, OTHER);
        }
        assertThat(contents.weight(KEY)).hasValue(100);
        assertThat(contents.weight(OTHER)).hasValue(200);
        assertThat(contents.hottest(2)).doesNotHaveDuplicates().isSubsetOf(KEY, OTHER);
        await(store.remove(KEY));
        assertThat(contents.weight(KEY)).isEmpty();
        assertThat(contents.hottest(2)).doesNotContain(KEY);
        assertThat(contents.count()).isEqualTo(1);
        assertThat(contents.weight()).isEqualTo(200);
        assertThat(contents.maxWeight()).isGreaterThanOrEqualTo(200);
        await(store.clear());
        assertThat(contents.count()).isZero();
        assertThat(contents.weight()).isZero();
    }

    @Test
    void contentsShowStampsOfStoredEntries() {
        CacheStore<V> store = roomy();
        assumeThat(store.contents()).as("a store that can tell what it holds").isPresent();
        CacheEntry<V> plain = entry(1, 100, Instant.MAX);
        EpochStamp stamp = EpochStamp.of(7, List.of(new CacheTag("users")));
        await(store.put(KEY, new CacheEntry<>(plain.value(), 100, 0, Instant.MAX, stamp)));
        StoreContents contents = store.contents().orElseThrow();
        assertThat(contents.stamp(KEY)).contains(stamp);
        assertThat(contents.stamp(OTHER)).isEmpty();
    }

    private CacheEntry<V> tooLarge(int n) {
        return entry(n, ROOMY + 1, clock.instant().plus(LIFE));
    }

    private static long weightOf(CacheStore<?> store, int keys) {
        return IntStream.range(0, keys)
                .mapToObj(n -> await(store.get(key(n))))
                .mapToLong(held -> held.isPresent() ? held.get().weight() : 0)
                .sum();
    }
}
