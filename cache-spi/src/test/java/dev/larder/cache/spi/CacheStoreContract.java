package dev.larder.cache.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@link CacheStore} promises, as tests: to one caller all of {@link SequentialStoreContract}, and here what must hold
 * with many threads. A store passes by extending this class with {@link #newStore} and {@link #value}.
 *
 * @param <V> type of the values that the store under test holds
 */
public abstract class CacheStoreContract<V> extends SequentialStoreContract<V> {

    private static final int THREADS = 4;

    /** Writes that each thread makes; a store whose writes are slow asks for fewer. */
    protected int writesPerThread() {
        return 2_000;
    }

    @Test
    void exactlyOneOfConcurrentReplacesOfSameEntrySucceeds() throws Exception {
        CacheStore<V> store = newStore(ROOMY, clock, log);
        CacheKey key = key(0);
        await(store.put(key, entry(0)));
        List<Integer> wins = inParallel(thread -> () -> {
            int won = 0;
            for (int i = 0; i < writesPerThread(); i++) {
                CacheEntry<V> read = await(store.get(key)).orElseThrow();
                CacheEntry<V> next = entry((int) read.cost() + 1);
                won += await(store.replace(key, read, next)) == StoreOutcome.STORED ? 1 : 0;
            }
            return won;
        });
        long total = wins.stream().mapToLong(Integer::longValue).sum();
        assertThat(await(store.get(key)).orElseThrow().cost()).isEqualTo(total);
        settle(store);
        assertThat(log.removals()).hasSize((int) total);
    }

    @Test
    @org.junit.jupiter.api.Tag("hardening-I12")
    void entryWrittenBeforeRemoveOrClearNeverReappears() throws Exception {
        CacheStore<V> store = newStore(ROOMY, clock, log);
        inParallel(thread -> () -> {
            CacheKey key = key(thread);
            for (int n = 0; n < writesPerThread(); n++) {
                await(store.put(key, entry(n)));
                await(store.remove(key));
                assertThat(await(store.get(key)).isPresent()).isFalse();
                await(store.put(key, entry(n)));
                await(store.clear());
                Optional<CacheEntry<V>> held = await(store.get(key));
                assertThat(held.isPresent()).isFalse();
            }
            return 0;
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void reportsRemovalOfEachConcurrentlyStoredEntryExactlyOnce(long seed) throws Exception {
        CacheStore<V> store = newStore(20_000, clock, log);
        Map<CacheEntry<V>, CacheKey> stored = new ConcurrentHashMap<>();
        inParallel(thread -> () -> {
            var random = new Random(seed * THREADS + thread);
            for (int i = 0; i < writesPerThread(); i++) {
                int n = thread * writesPerThread() + i;
                CacheKey key = key(random.nextInt(300));
                CacheEntry<V> entry = entry(n, 1 + random.nextInt(500), Instant.MAX);
                if (write(store, random, key, entry) == StoreOutcome.STORED) {
                    stored.put(entry, key);
                }
            }
            return 0;
        });
        await(store.clear());
        settle(store);
        assertThat(log.removals()).as("seed %d", seed).hasSize(stored.size());
        assertThat(log.removals()).allMatch(removal -> removal.key().equals(stored.remove(removal.entry())));
    }

    private StoreOutcome write(CacheStore<V> store, Random random, CacheKey key, CacheEntry<V> entry) {
        switch (random.nextInt(20)) {
            case 0, 1 -> await(store.remove(key));
            case 2, 3, 4, 5 -> {
                return await(store.replace(key, await(store.get(key)).orElse(null), entry));
            }
            case 6 -> {
                if (random.nextInt(50) == 0) {
                    await(store.clear());
                }
            }
            default -> {
                return await(store.put(key, entry));
            }
        }
        return StoreOutcome.CONFLICT;
    }

    /** What each of a few threads runs; told its number. */
    private interface Work {
        Callable<Integer> of(int thread);
    }

    private static List<Integer> inParallel(Work work) throws Exception {
        var executor = Executors.newFixedThreadPool(THREADS);
        try {
            var tasks = new ArrayList<Callable<Integer>>();
            for (int thread = 0; thread < THREADS; thread++) {
                tasks.add(work.of(thread));
            }
            var results = new ArrayList<Integer>();
            for (Future<Integer> future : executor.invokeAll(tasks)) {
                results.add(future.get());
            }
            return results;
        } finally {
            executor.shutdownNow();
        }
    }
}
