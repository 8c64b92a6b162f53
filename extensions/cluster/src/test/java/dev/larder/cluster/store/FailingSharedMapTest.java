package dev.larder.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.MovableClock;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.cluster.store.FaultyMap.Mood;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.eviction.PolicyName;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever becomes of the map, nobody waits long for it, nobody fails by it, and nothing superseded comes back. */
@Tag("alone")
class FailingSharedMapTest {

    private static final int WINDOW = 8;
    private static final Duration PAUSE = Duration.ofSeconds(3);
    private static final SharedMapSettings PATIENCE =
            new SharedMapSettings(Duration.ofMillis(50), Duration.ofMillis(50), WINDOW, PAUSE, 100);
    private static final CacheKey KEY = CacheKey.of("GET", "/a");
    private static final int HEAVY = 200;

    private final MovableClock clock = new MovableClock();
    private final FaultyMap map = new FaultyMap();
    private final CacheStore<String> front =
            new BoundedStore<>(PolicyName.LRU.create(150, 1), clock, RemovalListener.none());
    private final NearStore<String> store = store(front, PATIENCE);

    private NearStore<String> store(CacheStore<String> memory, SharedMapSettings settings) {
        return new NearStore<>(memory, map, new ClusterTextCodec(), settings, clock, clock);
    }

    private static CacheEntry<String> entry(String value, int weight) {
        return CacheEntry.of(value, weight, 0, Instant.MAX);
    }

    private static CacheEntry<String> light(String value) {
        return entry(value, 100);
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    private Optional<String> found() {
        return await(store.get(KEY)).map(CacheEntry::value);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "WELL")
    void failedLookupsAreMissesUntilCircuitBreakerOpens(Mood mood) {
        map.be(mood);
        for (int i = 0; i < WINDOW; i++) {
            assertThat(store.isBreakerOpen()).isFalse();
            assertThat(found()).isEmpty();
        }
        assertThat(store.late() + store.faults()).isEqualTo(WINDOW);
        assertThat(store.late()).isEqualTo(mood == Mood.HANGING ? WINDOW : 0);
        assertThat(store.isBreakerOpen()).isTrue();
        assertThat(store.get(KEY).toCompletableFuture()).isCompletedWithValue(Optional.empty());
        assertThat(map.asked()).isEqualTo(WINDOW);
        assertThat(store.skipped()).isOne();
    }

    @Test
    void queriesRecoveredMapAgainAfterCircuitBreakerPause() {
        await(store.put(KEY, entry("a", HEAVY)));
        map.be(Mood.FAILING);
        for (int i = 0; i < WINDOW; i++) {
            assertThat(found()).isEmpty();
        }
        map.be(Mood.WELL);
        assertThat(found()).isEmpty();
        clock.advance(PAUSE.plusMillis(1));
        assertThat(found()).contains("a");
        assertThat(store.breakerState()).isEqualTo(State.HALF_OPEN);
        assertThat(List.of(found(), found())).containsOnly(Optional.of("a"));
        assertThat(store.breakerState()).isEqualTo(State.CLOSED);
    }

    @Test
    void pendingChangesDoNotExtendLookupTimeout() {
        NearStore<String> patient =
                store(front, new SharedMapSettings(Duration.ofMillis(20), Duration.ofMinutes(1), WINDOW, PAUSE, 100));
        map.be(Mood.HANGING);
        for (int i = 0; i < 4; i++) {
            patient.put(KEY, entry("a", HEAVY));
        }
        assertThat(patient.get(KEY).toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(3))
                .isEqualTo(Optional.empty());
        assertThat(patient.late()).isZero();
    }

    @Test
    void changeTimeoutGrowsWithLookupTimeout() {
        assertThat(SharedMapSettings.withLookup(Duration.ofMillis(10)).change()).isEqualTo(Duration.ofMillis(250));
        assertThat(SharedMapSettings.withLookup(Duration.ofSeconds(2)).change()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void putAndRemoveCompleteOnlyAfterMapHasChanged() {
        NearStore<String> patient = store(front, SharedMapSettings.withLookup(Duration.ofMinutes(1)));
        map.be(operation -> operation.equals("get") ? Mood.WELL : Mood.HANGING);
        for (CompletionStage<?> change : List.of(patient.put(KEY, light("a")), patient.remove(KEY))) {
            assertThat(change.toCompletableFuture()).isNotDone();
            assertThat(map.makeOne(false)).isTrue();
            assertThat(change.toCompletableFuture()).isCompleted();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "WELL")
    void putIsStoredIfLocalStoreAcceptsItDespiteMapFailure(Mood mood) {
        map.be(mood);
        assertThat(await(store.put(KEY, light("a")))).isEqualTo(StoreOutcome.STORED);
        assertThat(found()).contains("a");
        assertThat(store.late() + store.faults()).isOne();
        assertThat(await(store.put(KEY, entry("b", HEAVY)))).isEqualTo(StoreOutcome.UNAVAILABLE);
        assertThat(store.getAtOnce(KEY)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "WELL")
    void removeAndClearFailWithMapButEntriesDoNotReappear(Mood mood) {
        await(store.put(KEY, light("a")));
        byte[] before = map.values.get(KEY);
        map.be(operation -> operation.equals("get") ? Mood.WELL : mood);
        assertThat(store.remove(KEY).toCompletableFuture()).failsWithin(Duration.ofSeconds(5));
        map.values.put(KEY, before);
        assertThat(found()).isEmpty();
        map.be(Mood.WELL);
        await(store.put(KEY, entry("b", HEAVY)));
        assertThat(found()).contains("b");
        byte[] later = map.values.get(KEY);
        map.be(mood);
        assertThat(store.clear().toCompletableFuture()).failsWithin(Duration.ofSeconds(5));
        map.be(Mood.WELL);
        map.values.put(KEY, later);
        assertThat(found()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void entrySupersededByFailedWriteDoesNotReappear(boolean onlyInFront) {
        await(store.put(KEY, light("old")));
        map.be(Mood.FAILING);
        assertThat(await(store.put(KEY, light(onlyInFront ? "file" : "new")))).isEqualTo(StoreOutcome.STORED);
        map.be(Mood.WELL);
        await(front.remove(KEY));
        assertThat(map.values).containsKey(KEY);
        assertThat(found()).isEmpty();
    }

    @Test
    void olderEntryThatReachesMapLateIsNeverReturned() {
        map.be(Mood.HANGING);
        await(store.put(KEY, entry("late", HEAVY)));
        map.be(Mood.WELL);
        await(store.put(KEY, entry("new", HEAVY)));
        assertThat(found()).contains("new");
        assertThat(map.makeOne(false)).isTrue();
        assertThat(found()).isEmpty();
    }

    @Test
    void entryThatReachesMapLateDoesNotReappearAfterClear() {
        map.be(Mood.HANGING);
        await(store.put(KEY, entry("late", HEAVY)));
        map.be(Mood.WELL);
        await(store.clear());
        assertThat(map.makeOne(false)).isTrue();
        assertThat(found()).isEmpty();
    }

    @Test
    void ignoresAllEarlierMapEntriesAfterTooManyFailedChanges() {
        CacheKey other = CacheKey.of("GET", "/other");
        await(store.put(KEY, entry("old", HEAVY)));
        await(store.put(other, entry("old", HEAVY)));
        map.be(Mood.FAILING);
        await(store.put(KEY, entry("new", HEAVY)));
        assertThat(await(store.get(other))).isEmpty();
        for (int n = 0; n < PATIENCE.doubts(); n++) {
            await(store.put(CacheKey.of("GET", "/" + n), entry("new", HEAVY)));
        }
        map.be(Mood.WELL);
        clock.advance(PAUSE.plusMillis(1));
        assertThat(found()).isEmpty();
        assertThat(await(store.get(other))).isEmpty();
        await(store.put(other, entry("newest", HEAVY)));
        assertThat(await(store.get(other))).contains(entry("newest", HEAVY));
    }

    @Test
    void keepsFileBackedAndLargeEntriesInLocalStoreOnly() {
        for (CacheEntry<String> unshared : List.of(light("file"), entry("large", 1_001), light("x".repeat(1_001)))) {
            NearStore<String> roomy = store(
                    new BoundedStore<>(PolicyName.LRU.create(10_000, 1), clock, RemovalListener.none()), PATIENCE);
            await(roomy.put(KEY, light("shared")));
            assertThat(map.values).hasSize(1);
            assertThat(await(roomy.put(KEY, unshared))).isEqualTo(StoreOutcome.STORED);
            assertThat(map.values).isEmpty();
            assertThat(roomy.getAtOnce(KEY)).contains(unshared);
        }
        assertThat(await(store.put(KEY, entry("large", 1_001)))).isEqualTo(StoreOutcome.TOO_LARGE);
    }

    @Test
    void invalidMapBytesAreMissesAndNoFaults() {
        map.values.put(KEY, new byte[] {1, 2, 3});
        assertThat(found()).isEmpty();
        await(store.put(CacheKey.of("GET", "/b"), light("b")));
        map.values.put(KEY, map.values.get(CacheKey.of("GET", "/b")));
        assertThat(found()).isEmpty();
        assertThat(store.remoteMisses()).isEqualTo(2);
        assertThat(store.faults()).isZero();
    }

    @Test
    void ordersMapEntriesCorrectlyWhenClockGoesBack() {
        await(store.put(KEY, entry("old", HEAVY)));
        clock.advance(Duration.ofHours(-1));
        map.be(Mood.FAILING);
        await(store.put(KEY, entry("new", HEAVY)));
        map.be(Mood.WELL);
        assertThat(found()).isEmpty();
        await(store.put(KEY, entry("newest", HEAVY)));
        assertThat(found()).contains("newest");
    }
}
