package dev.larder.policies.bench;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreContents;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.consumer.RecordingStream;

/**
 * What a store of many entries takes of memory, beside what its entries say that they weigh, and how long it makes a
 * virtual machine pause. Arguments: type of the store, seconds of load, entries. The load is {@value #THREADS} threads
 * that together make {@value #RATE} requests a second, nine of ten of them hits and one a put that replaces an entry,
 * each with as much garbage as a gateway leaves of a request. Stalls are how much longer than a millisecond a thread sleeps.
 */
public final class MillionEntriesBenchmark {

    private static final int THREADS = 2;
    private static final int RATE = 20_000;
    private static final int GARBAGE = 32 << 10;
    private static final int PIECE = 512;
    private static final long TICK = 1_000_000;

    private final CacheStore<SampleResponse> store;
    private final StoreContents contents;
    private final int entries;
    private final InstantSource clock = BenchmarkStores.steady();
    private final DurationPercentiles stalls = new DurationPercentiles();
    private final DurationPercentiles pauses = new DurationPercentiles();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong hits = new AtomicLong();
    private volatile boolean over;

    /** Garbage that the compiler must not see through. */
    private volatile byte[] garbage = {};

    private MillionEntriesBenchmark(String type, int entries) {
        this.entries = entries;
        CacheKey longest = SampleResponse.key(entries);
        long capacity = entries
                * SampleResponse.entry(longest, entries, clock.instant()).weight();
        this.store = BenchmarkStores.empty(type, capacity, clock);
        this.contents = store.contents().orElseThrow();
    }

    /** Prints what it has found, one thing a line. */
    public static void main(String[] args) throws InterruptedException {
        String type = args.length > 0 ? args[0] : "caffeine";
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 60;
        int entries = args.length > 2 ? Integer.parseInt(args[2]) : 1_000_000;
        long before = HeapUsage.used();
        var run = new MillionEntriesBenchmark(type, entries);
        System.out.printf("%s %s%n", type, ManagementFactory.getRuntimeMXBean().getInputArguments());
        run.fill();
        run.weigh("filled", before);
        run.load(seconds);
        run.weigh("after load", before);
    }

    private void fill() {
        for (int n = 0; n < entries; n++) {
            CacheKey key = SampleResponse.key(n);
            store.put(key, SampleResponse.entry(key, n, clock.instant()));
        }
    }

    private void weigh(String when, long before) {
        long heap = HeapUsage.used() - before;
        long weight = contents.weight();
        long count = contents.count();
        System.out.printf(
                "%s: %d entries weigh %d MB of at most %d, take %d MB of heap (%.3f of the weight), %d KB direct;"
                        + " an entry weighs %d, takes %d bytes%n",
                when,
                count,
                weight >> 20,
                contents.maxWeight() >> 20,
                heap >> 20,
                (double) heap / weight,
                direct() >> 10,
                weight / count,
                heap / count);
    }

    private static long direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private void load(int seconds) throws InterruptedException {
        try (var recording = new RecordingStream()) {
            recording.enable("jdk.GCPhasePause").withoutThreshold();
            recording.onEvent(
                    "jdk.GCPhasePause",
                    pause -> pauses.record(pause.getDuration().toNanos()));
            recording.startAsync();
            List<Thread> threads = new ArrayList<>();
            for (int seed = 0; seed < THREADS; seed++) {
                var random = new Random(seed);
                threads.add(new Thread(() -> request(random)));
            }
            threads.add(new Thread(this::stall));
            threads.forEach(Thread::start);
            TimeUnit.SECONDS.sleep(seconds);
            over = true;
            for (Thread thread : threads) {
                thread.join();
            }
            TimeUnit.SECONDS.sleep(2);
        }
        System.out.printf("requests: %d, hits: %d%n", requests.get(), hits.get());
        System.out.printf("pauses: %s%n", pauses.summary());
        System.out.printf("stalls: %s%n", stalls.summary());
    }

    private void request(Random random) {
        long next = System.nanoTime();
        while (!over) {
            for (int i = 0; i < RATE / THREADS / 1_000; i++) {
                request(random.nextInt(entries), random.nextInt(10) == 0);
            }
            next += TICK;
            LockSupport.parkNanos(next - System.nanoTime());
        }
    }

    private void request(int n, boolean replace) {
        for (int i = 0; i < GARBAGE; i += PIECE) {
            garbage = new byte[PIECE];
        }
        CacheKey key = SampleResponse.key(n);
        requests.incrementAndGet();
        if (replace) {
            CacheEntry<SampleResponse> entry = SampleResponse.entry(key, n, clock.instant());
            store.put(key, entry);
        } else if (store.get(key).toCompletableFuture().join().isPresent()) {
            hits.incrementAndGet();
        }
    }

    private void stall() {
        while (!over) {
            long began = System.nanoTime();
            LockSupport.parkNanos(TICK);
            stalls.record(Math.max(0, System.nanoTime() - began - TICK));
        }
    }
}
