package dev.larder.disk.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.EntryContent;
import dev.larder.cache.spi.HeapContent;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.policies.bench.HeapUsage;
import dev.larder.policies.eviction.PolicyName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * How long a folder of many entries takes to open, and what its store takes of the heap for each. Arguments: entries, folder
 * (a temporary one if none; it is filled only if it does not exist, and left as it is).
 *
 * <pre>
 * mvn -q -Pbench -pl extensions/disk -am verify -DskipTests -Dbench.main=dev.larder.disk.store.MillionIndexEntries \
 *     -Dbench.jvm="-Xmx2g" -Dbench="1000000"
 * </pre>
 */
public final class MillionIndexEntries {

    private static final int UNDER_WAY = 512;
    private static final int READ = 20_000;

    private MillionIndexEntries() {}

    /** A head of a hundred bytes, and a body of a few. */
    private static final class Codec implements EntryCodec<String> {

        @Override
        public EntryParts encode(String value) {
            byte[] body = value.getBytes(StandardCharsets.UTF_8);
            return new EntryParts(new EntryHead(new byte[100]), List.of(new HeapContent(body)));
        }

        @Override
        public Optional<String> decode(EntryHead head, List<EntryContent> contents) {
            return Optional.of(new String(((HeapContent) contents.get(0)).bytes(), StandardCharsets.UTF_8));
        }
    }

    private static CacheKey key(int n) {
        return CacheKey.of("GET", "https://origin.example/items/" + n);
    }

    private static DiskStore<String> store(DiskFolder folder) {
        return folder.store(
                "bench",
                PolicyName.LRU.create(Long.MAX_VALUE, 1),
                new Codec(),
                1 << 20,
                InstantSource.system(),
                RemovalListener.none());
    }

    /** Prints what it has found, one thing a line. */
    public static void main(String[] args) throws IOException {
        int entries = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        Path path = args.length > 1
                ? Path.of(args[1])
                : Files.createTempDirectory("larder").resolve("index");
        if (!Files.exists(path)) {
            fill(path, entries);
        }
        long before = HeapUsage.used();
        long began = System.nanoTime();
        try (var folder = DiskFolder.open(path, new DiskFaults(told -> {}))) {
            DiskStore<String> store = store(folder);
            double seconds = (System.nanoTime() - began) / 1e9;
            long count = store.contents().orElseThrow().count();
            System.out.printf("opened: %d entries in %.2f s%n", count, seconds);
            System.out.printf("heap: %.0f bytes an entry%n", (double) (HeapUsage.used() - before) / count);
            read(store, entries);
        }
        System.out.printf("index: %d MB%n", Files.size(path.resolve("index.mv")) >> 20);
    }

    private static void fill(Path path, int entries) {
        long began = System.nanoTime();
        try (var folder = DiskFolder.open(path, new DiskFaults(told -> {}))) {
            DiskStore<String> store = store(folder);
            var underWay = new ArrayDeque<CompletableFuture<?>>();
            for (int n = 0; n < entries; n++) {
                var entry = CacheEntry.of("body " + n, 1_000, 1_000_000, Instant.MAX);
                underWay.add(store.put(key(n), entry).toCompletableFuture());
                if (underWay.size() == UNDER_WAY) {
                    underWay.remove().join();
                }
            }
            underWay.forEach(CompletableFuture::join);
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        System.out.printf("filled: %d entries in %.1f s, %.0f a second%n", entries, seconds, entries / seconds);
    }

    private static void read(DiskStore<String> store, int entries) {
        var random = new Random(1);
        int hits = 0;
        long began = System.nanoTime();
        for (int i = 0; i < READ; i++) {
            CacheKey key = key(random.nextInt(entries));
            hits += store.get(key).toCompletableFuture().join().isPresent() ? 1 : 0;
        }
        double micros = (System.nanoTime() - began) / 1e3 / READ;
        System.out.printf("random get: %.0f microseconds, %d of %d hits%n", micros, hits, READ);
    }
}
