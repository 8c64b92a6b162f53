package dev.larder.policies.bounded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.MovableClock;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.StoreOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that get, put, replace, remove and clear at random, and a shadow that knows what may be there. */
class BoundedStoreRandomizedTest {

    private static final int THREADS = 4;
    private static final int STEPS = 15_000;
    private static final int KEYS_PER_THREAD = 60;
    private static final long CAPACITY = 8_000;

    /** A run: the store, and of each entry by its number when it left, counted in departures. */
    private static final class Run {
        final long seed;
        final BoundedStore<String> store;
        final Map<Long, RemovalCause> gone = new ConcurrentHashMap<>();
        final AtomicLong numbers = new AtomicLong();
        final AtomicLong stored = new AtomicLong();

        Run(long seed) {
            this.seed = seed;
            List<String> names = PoliciesByName.names();
            String policy = names.get((int) seed % names.size());
            this.store = new BoundedStore<>(
                    PoliciesByName.create(policy, CAPACITY, seed), new MovableClock(), this::onRemoval);
        }

        private void onRemoval(CacheKey key, CacheEntry<String> entry, RemovalCause cause) {
            assertThat(gone.put(entry.cost(), cause))
                    .as("seed %d: told once of %s", seed, entry)
                    .isNull();
        }

        CacheEntry<String> entry(Random random) {
            return CacheEntry.of("v", 1 + random.nextInt(300), numbers.incrementAndGet(), Instant.MAX);
        }

        Optional<CacheEntry<String>> get(CacheKey key) {
            return store.get(key).toCompletableFuture().join();
        }
    }

    /** A thread that alone writes its own keys, so that it knows what each of them may hold, and reads all. */
    private static final class Worker implements Callable<Integer> {
        private final Run run;
        private final int number;
        private final Random random;
        private final CacheEntry<?>[] shadow = new CacheEntry<?>[KEYS_PER_THREAD];

        Worker(Run run, int number) {
            this.run = run;
            this.number = number;
            this.random = new Random(run.seed * THREADS + number);
        }

        @Override
        public Integer call() {
            for (int step = 0; step < STEPS; step++) {
                int mine = random.nextInt(KEYS_PER_THREAD);
                CacheKey key = key(number, mine);
                switch (random.nextInt(12)) {
                    case 0, 1, 2 -> put(mine, key);
                    case 3 -> replace(mine, key);
                    case 4 -> remove(mine, key);
                    case 5 -> clear();
                    case 6, 7 -> readOthers();
                    default -> check(mine, key);
                }
                long weight = run.store.contents().orElseThrow().weight();
                assertThat(weight).as("seed %d", run.seed).isLessThanOrEqualTo(CAPACITY);
            }
            return number;
        }

        private void put(int mine, CacheKey key) {
            CacheEntry<String> entry = run.entry(random);
            record(mine, entry, run.store.put(key, entry).toCompletableFuture().join());
        }

        /** Nobody else writes here: a conflict means that the entry was evicted or cleared since it was read. */
        private void replace(int mine, CacheKey key) {
            CacheEntry<String> read = run.get(key).orElse(null);
            CacheEntry<String> entry = run.entry(random);
            StoreOutcome outcome =
                    run.store.replace(key, read, entry).toCompletableFuture().join();
            if (outcome == StoreOutcome.CONFLICT) {
                assertThat(read)
                        .as("seed %d: nobody else stores here", run.seed)
                        .isNotNull();
            } else {
                record(mine, entry, outcome);
            }
        }

        private void record(int mine, CacheEntry<String> entry, StoreOutcome outcome) {
            shadow[mine] = outcome == StoreOutcome.STORED ? entry : null;
            if (outcome == StoreOutcome.STORED) {
                run.stored.incrementAndGet();
            }
        }

        private void remove(int mine, CacheKey key) {
            run.store.remove(key);
            shadow[mine] = null;
            check(mine, key);
        }

        private void clear() {
            if (random.nextInt(40) == 0) {
                run.store.clear();
                IntStream.range(0, KEYS_PER_THREAD).forEach(mine -> {
                    shadow[mine] = null;
                    check(mine, key(number, mine));
                });
            }
        }

        /** Nothing is resurrected: a key holds what was stored last, or nothing. */
        private void check(int mine, CacheKey key) {
            run.get(key)
                    .ifPresent(held -> assertThat(held)
                            .as("seed %d, key %s", run.seed, key)
                            .isSameAs(shadow[mine]));
        }

        /** Nothing is resurrected for others: what was told as gone before the read began is not read. */
        private void readOthers() {
            CacheKey key = key(random.nextInt(THREADS), random.nextInt(KEYS_PER_THREAD));
            Optional<CacheEntry<String>> before = run.get(key);
            boolean gone =
                    before.isPresent() && run.gone.containsKey(before.get().cost());
            Optional<CacheEntry<String>> after = run.get(key);
            if (gone && after.isPresent()) {
                assertThat(after.get()).as("seed %d, key %s", run.seed, key).isNotSameAs(before.get());
            }
        }
    }

    private static CacheKey key(int thread, int n) {
        return CacheKey.of("GET", "/" + thread + "/" + n);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26})
    void concurrentUseNeverLosesOrResurrectsEntriesOrExceedsCapacity(long seed) throws Exception {
        check(new Run(seed));
    }

    private static void check(Run run) throws Exception {
        long seed = run.seed;
        var executor = Executors.newFixedThreadPool(THREADS);
        try {
            var workers = IntStream.range(0, THREADS)
                    .mapToObj(number -> new Worker(run, number))
                    .toList();
            for (Future<Integer> worker : executor.invokeAll(workers)) {
                worker.get();
            }
        } finally {
            executor.shutdownNow();
        }
        run.store.checkInvariants();
        long present = run.store.contents().orElseThrow().count();
        assertThat(run.gone).as("seed %d: stored is present or told of", seed).hasSize((int)
                (run.stored.get() - present));
        run.store.clear();
        run.store.checkInvariants();
        assertThat(run.gone).as("seed %d", seed).hasSize((int) run.stored.get());
        assertThat(run.store.contents().orElseThrow().weight()).isZero();
    }
}
