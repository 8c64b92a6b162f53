package dev.larder.policies.bounded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.MovableClock;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.RemovalLog;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.policies.eviction.EvictionPolicy;
import dev.larder.policies.eviction.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BoundedStoreTest {

    private final MovableClock clock = new MovableClock();
    private final RemovalLog<String> log = new RemovalLog<>();

    private BoundedStore<String> store(PolicyName policy, long capacity) {
        return new BoundedStore<>(policy.create(capacity, 1), clock, log);
    }

    private static CacheKey key(int n) {
        return CacheKey.of("GET", "/" + n);
    }

    private static StoreOutcome put(CacheStore<String> store, int n, long weight) {
        return store.put(key(n), CacheEntry.of("v" + n, weight, 0, Instant.MAX))
                .toCompletableFuture()
                .join();
    }

    private static boolean holds(CacheStore<String> store, int n) {
        return store.get(key(n)).toCompletableFuture().join().isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void singleThreadedStoreBehavesExactlyLikeItsPolicy(PolicyName name) {
        long seed = 42;
        var random = new Random(seed);
        BoundedStore<String> store = store(name, 3_000);
        EvictionPolicy<CacheKey> alone = name.create(3_000, 1);
        Set<CacheKey> resident = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            int n = (int) (300 * Math.pow(random.nextDouble(), 3));
            assertThat(holds(store, n))
                    .as("%s, seed %d, request %d", name, seed, i)
                    .isEqualTo(resident.contains(key(n)));
            if (resident.contains(key(n))) {
                alone.onHit(key(n));
            } else {
                resident.add(key(n));
                resident.removeAll(alone.onStore(key(n), 1 + n % 89, 0));
                put(store, n, 1 + n % 89);
            }
            clock.advance(Duration.ofMillis(1));
        }
        store.checkInvariants();
    }

    @Test
    void hitsBeyondBufferWithinMillisecondAreDropped() {
        BoundedStore<String> store = store(PolicyName.LFU, 20);
        put(store, 1, 10);
        put(store, 2, 10);
        for (int i = 0; i < 1_000; i++) {
            holds(store, 1);
        }
        for (int i = 0; i < 200; i++) {
            holds(store, 2);
        }
        put(store, 3, 10);
        assertThat(holds(store, 1))
                .as("a ring of 64 of its hits was drained, and the next one lost")
                .isFalse();
    }

    @Test
    void rejectedNewEntryEvictsNothing() {
        BoundedStore<String> store = store(PolicyName.GDSF_REFUSING, 1_000);
        put(store, 1, 10);
        holds(store, 1);
        assertThat(put(store, 2, 995)).isEqualTo(StoreOutcome.NOT_ADMITTED);
        assertThat(holds(store, 1)).isTrue();
        assertThat(holds(store, 2)).isFalse();
        assertThat(log.removals()).isEmpty();
    }

    @Test
    void rejectedReplacementRemovesOldEntry() {
        BoundedStore<String> store = store(PolicyName.GDSF_REFUSING, 1_000);
        put(store, 1, 10);
        put(store, 2, 20);
        assertThat(put(store, 2, 999)).isEqualTo(StoreOutcome.NOT_ADMITTED);
        assertThat(holds(store, 2)).isFalse();
        assertThat(log.removals()).extracting(RemovalLog.Removal::cause).containsExactly(RemovalCause.REPLACED);
        store.checkInvariants();
    }

    @Test
    void rewriteOfEqualWeightKeepsRankOfEntry() {
        BoundedStore<String> store = store(PolicyName.LFU, 20);
        put(store, 1, 10);
        put(store, 1, 10);
        put(store, 2, 10);
        put(store, 3, 10);
        assertThat(holds(store, 1)).isTrue();
        assertThat(holds(store, 2)).isFalse();
    }

    @Test
    void everyWriteRemovesFewExpiredEntries() {
        BoundedStore<String> store = store(PolicyName.LRU, 1_000_000);
        Instant soon = clock.instant().plusSeconds(1);
        for (int n = 0; n < 1_000; n++) {
            store.put(key(n), CacheEntry.of("v", 100, 0, soon));
        }
        clock.advance(Duration.ofMinutes(1));
        for (int n = 0; n < 260; n++) {
            put(store, 2_000, 100);
        }
        assertThat(store.contents().orElseThrow().count()).isEqualTo(1);
        store.checkInvariants();
    }

    @Test
    void getRemovesExpiredEntry() {
        BoundedStore<String> store = store(PolicyName.LRU, 1_000);
        store.put(key(1), CacheEntry.of("v", 100, 0, clock.instant().plusSeconds(1)));
        clock.advance(Duration.ofSeconds(2));
        assertThat(holds(store, 1)).isFalse();
        assertThat(log.removals()).extracting(RemovalLog.Removal::cause).containsExactly(RemovalCause.EXPIRED);
        assertThat(store.contents().orElseThrow().weight()).isZero();
    }

    @Test
    void acceptsExpiryTimesBeforeEpochAndNearEndOfTime() {
        for (Instant now : new Instant[] {Instant.MIN.plusSeconds(1), Instant.MAX.minusSeconds(1)}) {
            var strange = new BoundedStore<String>(PolicyName.LRU.create(100, 1), new MovableClock(Instant.EPOCH), log);
            strange.put(key(1), CacheEntry.of("v", 1, 0, now));
            assertThat(holds(strange, 1)).isEqualTo(now.isAfter(Instant.EPOCH));
        }
    }

    @Test
    void aListenerMayUseTheStore() {
        var stores = new BoundedStore<?>[1];
        var store = new BoundedStore<String>(
                PolicyName.LRU.create(10, 1), clock, (key, entry, cause) -> stores[0].remove(key(2)));
        stores[0] = store;
        put(store, 1, 10);
        put(store, 2, 10);
        assertThat(holds(store, 2)).isFalse();
        store.checkInvariants();
    }
}
