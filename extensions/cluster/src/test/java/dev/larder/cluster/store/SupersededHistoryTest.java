package dev.larder.cluster.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.MovableClock;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.cluster.store.FaultyMap.Mood;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.eviction.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Several threads change keys of their own and read all, over a map that fails, lies, hangs and makes late what nobody waits
 * for any more. No read may find what a change that was over before it began has superseded.
 */
@Tag("alone")
class SupersededHistoryTest {

    private static final int THREADS = 3;
    private static final int KEYS = 12;
    private static final int STEPS = 4_000;
    private static final int HEAVY = 400;
    private static final List<Mood> MOODS = List.of(Mood.values());

    /** Short, so that much is late; few doubts, so that the horizon moves. */
    private static final SharedMapSettings PATIENCE =
            new SharedMapSettings(Duration.ofMillis(2), Duration.ofMillis(2), 30, Duration.ofMillis(200), 9);

    private final MovableClock clock = new MovableClock();
    private final FaultyMap map = new FaultyMap();
    private final NearStore<String> store = new NearStore<>(
            new BoundedStore<>(PolicyName.LRU.create(300, 1), clock, RemovalListener.none()),
            map,
            new ClusterTextCodec(),
            PATIENCE,
            clock,
            clock);
    /** Even, so that a clearing has a number of its own between two changes. */
    private final AtomicLong changes = new AtomicLong();

    /** By key, the number of its last change that is over; one more if a clearing that began later is over too. */
    private final AtomicLongArray over = new AtomicLongArray(KEYS);

    private static CacheKey key(int n) {
        return CacheKey.of("GET", "/items/" + n);
    }

    private static <T> CompletableFuture<T> settled(CompletionStage<T> stage) {
        CompletableFuture<T> future = stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS);
        future.handle((done, fault) -> done).join();
        return future;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void readsNeverReturnSupersededEntries(long seed) {
        map.be(swings(new Random(seed)));
        CompletableFuture<?>[] threads = IntStream.range(0, THREADS)
                .mapToObj(thread -> CompletableFuture.runAsync(
                        () -> run(thread, seed, new Random(seed * THREADS + thread)), task -> new Thread(task).start()))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(threads).join();
        assertThat(store.nearHits()).as("near hits, seed %d", seed).isPositive();
        assertThat(store.remoteHits()).as("remote hits, seed %d", seed).isPositive();
        assertThat(store.skipped()).as("skipped, seed %d", seed).isPositive();
    }

    /** Well, a little sick or very sick, each for some time; called by one thread after another. */
    private static Function<String, Mood> swings(Random chance) {
        var sick = new AtomicInteger();
        return operation -> {
            if (chance.nextInt(100) == 0) {
                sick.set(chance.nextInt(3));
            }
            return chance.nextInt(10) < 4 * sick.get() ? MOODS.get(chance.nextInt(MOODS.size())) : Mood.WELL;
        };
    }

    private void run(int thread, long seed, Random random) {
        for (int step = 0; step < STEPS; step++) {
            int own = thread + THREADS * random.nextInt(KEYS / THREADS);
            switch (random.nextInt(12)) {
                case 0 -> remove(own);
                case 1, 2, 3 -> put(own, random);
                case 4 -> replace(own, random);
                case 5 -> clearNowAndThen(random);
                default -> read(random.nextInt(KEYS), seed);
            }
            clock.advance(Duration.ofMillis(random.nextInt(4)));
            if (random.nextInt(4) == 0) {
                map.makeOne(random.nextBoolean());
            }
        }
    }

    private void read(int n, long seed) {
        long least = over.get(n);
        Optional<CacheEntry<String>> found = settled(store.get(key(n))).join();
        found.ifPresent(entry -> assertThat(Long.parseLong(entry.value()))
                .as("change that item %d is of, seed %d", n, seed)
                .isGreaterThanOrEqualTo(least));
    }

    private void put(int own, Random random) {
        long change = changes.addAndGet(2);
        settled(store.put(key(own), entry(change, random))).join();
        isOver(own, change);
    }

    private void replace(int own, Random random) {
        CacheEntry<String> held = settled(store.get(key(own))).join().orElse(null);
        long change = changes.addAndGet(2);
        if (settled(store.replace(key(own), held, entry(change, random))).join() != StoreOutcome.CONFLICT) {
            isOver(own, change);
        }
    }

    private void remove(int own) {
        long change = changes.addAndGet(2);
        settled(store.remove(key(own)));
        isOver(own, change);
    }

    private void clearNowAndThen(Random random) {
        if (random.nextInt(10) > 0) {
            return;
        }
        long[] before = IntStream.range(0, KEYS).mapToLong(over::get).toArray();
        settled(store.clear());
        IntStream.range(0, KEYS).forEach(n -> isOver(n, before[n] | 1));
    }

    private void isOver(int n, long change) {
        over.accumulateAndGet(n, change, Math::max);
    }

    private static CacheEntry<String> entry(long change, Random random) {
        return CacheEntry.of("" + change, random.nextInt(4) == 0 ? HEAVY : 100, 0, Instant.MAX);
    }
}
