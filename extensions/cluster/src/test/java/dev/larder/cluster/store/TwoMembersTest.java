package dev.larder.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.core.EntryView;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.MovableClock;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreContents;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.eviction.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two stores of two real members, each with a steady clock of its own, share what they store. */
@ExtendWith(LoopbackMembers.Extension.class)
@org.junit.jupiter.api.Tag("alone")
class TwoMembersTest {

    private static final SharedMapSettings PATIENCE =
            new SharedMapSettings(Duration.ofSeconds(5), Duration.ofSeconds(5), 20, Duration.ofSeconds(1), 1_000);
    private static final CacheKey KEY = CacheKey.of("GET", "/a");
    private static final Instant NOW = Instant.parse("2030-01-02T03:04:05.000000006Z");

    private final MovableClock wall = new MovableClock(NOW);
    private final MovableClock ofFirst = new MovableClock(NOW.plusSeconds(100));
    private final MovableClock ofSecond = new MovableClock(NOW.minusSeconds(7_000));
    private final LoopbackMembers members;
    private final String map = LoopbackMembers.newMap();
    private final NearStore<String> first;
    private final NearStore<String> second;

    TwoMembersTest(LoopbackMembers members) {
        this.members = members;
        this.first = store(members.first, ofFirst);
        this.second = store(members.second, ofSecond);
    }

    private NearStore<String> store(HazelcastInstance member, MovableClock local) {
        var front = new BoundedStore<String>(PolicyName.LRU.create(100_000, 1), local, RemovalListener.none());
        return new NearStore<>(front, LoopbackMembers.map(member, map), new ClusterTextCodec(), PATIENCE, local, wall);
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    private static CacheEntry<String> entry(String value, Instant dropAfter) {
        return new CacheEntry<>(value, 100, 5, dropAfter, EpochStamp.of(7, List.of(new CacheTag("users"))));
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-C")
    void encodesEntryOutsideCallerThread() {
        Queue<Runnable> later = new ConcurrentLinkedQueue<>();
        var front = new BoundedStore<String>(PolicyName.LRU.create(100_000, 1), ofFirst, RemovalListener.none());
        var held = new HazelcastMap(members.first.getMap(map), 0, 10_000, later::add);
        var store = new NearStore<String>(front, held, new ClusterTextCodec(), PATIENCE, ofFirst, wall);
        CompletionStage<StoreOutcome> put =
                store.put(KEY, entry("a", ofFirst.instant().plusSeconds(60)));
        assertThat(members.first.getMap(map).size()).isZero();
        while (!put.toCompletableFuture().isDone()) {
            Runnable next = later.poll();
            if (next != null) {
                next.run();
            }
        }
        assertThat(members.first.getMap(map).size()).isOne();
    }

    @Test
    void findsEntryOfOtherMemberInMapOnceAndThenLocally() {
        assertThat(await(first.put(KEY, entry("a", ofFirst.instant().plusSeconds(60)))))
                .isEqualTo(StoreOutcome.STORED);
        assertThat(second.getAtOnce(KEY)).isEmpty();
        CacheEntry<String> seen = entry("a", ofSecond.instant().plusSeconds(60));
        assertThat(await(second.get(KEY))).contains(seen);
        assertThat(await(second.get(KEY))).contains(seen);
        assertThat(second.getAtOnce(KEY)).contains(seen);
        assertThat(List.of(second.remoteHits(), second.nearHits())).containsExactly(1L, 2L);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I9")
    void removeAndClearByOneMemberApplyToTheOther() {
        await(first.put(KEY, entry("a", Instant.MAX)));
        assertThat(await(second.remove(KEY))).isTrue();
        await(first.put(CacheKey.of("GET", "/b"), entry("b", Instant.MAX)));
        await(second.clear());
        NearStore<String> third = store(members.second, ofSecond);
        assertThat(await(third.get(KEY))).isEmpty();
        assertThat(await(third.get(CacheKey.of("GET", "/b")))).isEmpty();
        assertThat(third.remoteMisses()).isEqualTo(2);
    }

    @Test
    void entryExpiresByClockOfReadingMember() {
        await(first.put(KEY, entry("a", ofFirst.instant().plusSeconds(60))));
        ofSecond.advance(Duration.ofSeconds(60));
        wall.advance(Duration.ofSeconds(60));
        assertThat(await(second.get(KEY))).isPresent();
        ofSecond.advance(Duration.ofMillis(5));
        wall.advance(Duration.ofMillis(5));
        assertThat(await(second.get(KEY))).isEmpty();
        assertThat(await(store(members.second, ofSecond).get(KEY))).isEmpty();
    }

    @Test
    void setsMapTtlToRemainingLifetimeOfEntry() {
        IMap<byte[], byte[]> bytes = members.first.getMap(map);
        await(first.put(KEY, entry("a", ofFirst.instant().plusMillis(90_001))));
        assertThat(bytes.getEntryView(KEY.encoded()).getTtl()).isEqualTo(91_000);
        await(first.put(KEY, entry("b", ofFirst.instant().minusSeconds(1))));
        assertThat(Optional.ofNullable(bytes.getEntryView(KEY.encoded())).map(EntryView::getTtl))
                .as("the shortest time there is; the map counts in whole seconds, the last of which may end at once")
                .satisfiesAnyOf(
                        lifetime -> assertThat(lifetime).contains(1_000L),
                        lifetime -> assertThat(lifetime).isEmpty());
        await(first.put(KEY, entry("c", Instant.MAX)));
        assertThat(bytes.getEntryView(KEY.encoded()).getTtl()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-C")
    void entriesSurviveTheDeathOfTheMemberThatStoredThem() {
        HazelcastInstance doomed = members.join();
        NearStore<String> dying = store(doomed, ofFirst);
        IntStream.range(0, 100).forEach(n -> await(dying.put(key(n), entry("" + n, Instant.MAX))));
        doomed.getLifecycleService().terminate();
        assertThat(members.first.getPartitionService().forceLocalMemberToBeSafe(10, TimeUnit.SECONDS))
                .isTrue();
        for (int n = 0; n < 100; n++) {
            Optional<CacheEntry<String>> found = await(second.get(key(n)));
            assertThat(found.map(CacheEntry::value)).contains("" + n);
        }
        assertThat(await(dying.put(KEY, entry("a", Instant.MAX)))).isEqualTo(StoreOutcome.STORED);
        assertThat(dying.faults()).isPositive();
    }

    private static CacheKey key(int n) {
        return CacheKey.of("GET", "/items/" + n);
    }

    @Test
    void contentsOfAllMembersTogetherCoverAllKeys() {
        IntStream.range(0, 50).forEach(n -> await(first.put(key(n), entry("" + n, Instant.MAX))));
        NearStore<String> third = store(members.first, ofFirst);
        StoreContents ofThird = third.contents().orElseThrow();
        StoreContents ofSecond = second.contents().orElseThrow();
        assertThat(ofThird.count() + ofSecond.count()).isEqualTo(50);
        assertThat(ofThird.weight()).isPositive().isLessThanOrEqualTo(ofThird.maxWeight());
        try (var some = ofThird.keys();
                var others = ofSecond.keys()) {
            assertThat(some.toList()).isNotEmpty().doesNotContainAnyElementsOf(others.toList());
        }
        try (var all = first.contents().orElseThrow().keys()) {
            assertThat(all).hasSize(50);
        }
    }

    @Test
    void mapConfigSetsBinaryFormatBackupsAndMaxSize() {
        var config = HazelcastMap.config("m", 2, 1);
        assertThat(config.getInMemoryFormat()).isEqualTo(InMemoryFormat.BINARY);
        assertThat(config.getTotalBackupCount()).isEqualTo(2);
        assertThat(config.getEvictionConfig().getSize()).isOne();
        assertThat(config.getNearCacheConfig()).isNull();
    }
}
