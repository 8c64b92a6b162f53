package dev.larder.fuzz;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.EntryContent;
import dev.larder.cache.spi.HeapContent;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.disk.store.DiskFaults;
import dev.larder.disk.store.DiskFolder;
import dev.larder.disk.store.DiskStore;
import dev.larder.policies.eviction.PolicyName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A folder of a disk store, one or two of its files edited or gone, opened again: what it still has is what was stored. */
public final class DiskFolderFuzz {

    private static final Instant NOW = Instant.parse("2026-11-23T04:05:06Z");
    private static final List<String> TEXTS = List.of("one", "two, which is longer", "three".repeat(400), "");
    private static final Map<String, byte[]> WHOLE = whole();

    private DiskFolderFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        Map<String, byte[]> files = new TreeMap<>(WHOLE);
        List<String> names = List.copyOf(files.keySet());
        for (int damaged = 1 + input.below(2); damaged > 0; damaged--) {
            String name = input.oneOf(names);
            if (input.below(8) == 0) {
                files.remove(name);
            } else {
                files.computeIfPresent(name, (same, bytes) -> edited(bytes, input));
            }
        }
        try (var folder = new Place(files)) {
            isUsable(folder.path());
        }
    }

    /** The index is long: edits begin anywhere in it. */
    private static byte[] edited(byte[] bytes, FuzzInput input) {
        int from = bytes.length == 0 ? 0 : (input.octet() << 8 | input.octet()) % bytes.length;
        byte[] tail = OctetMutations.apply(Arrays.copyOfRange(bytes, from, bytes.length), FuzzInput.of(input.bytes()));
        byte[] all = Arrays.copyOf(bytes, from + tail.length);
        System.arraycopy(tail, 0, all, from, tail.length);
        return all;
    }

    private static void isUsable(Path path) {
        var faults = new DiskFaults(told -> {});
        try (DiskFolder folder = DiskFolder.open(path, faults)) {
            DiskStore<String> store = store(folder);
            for (int i = 0; i < TEXTS.size(); i++) {
                String wanted = TEXTS.get(i);
                await(store.get(key(i)))
                        .ifPresent(
                                found -> FuzzAssertions.equal(found.value(), wanted, () -> "what was never stored so"));
            }
            StoreOutcome outcome = await(store.put(key(9), entry("nine")));
            Optional<String> found = await(store.get(key(9))).map(CacheEntry::value);
            boolean stored = outcome == StoreOutcome.STORED && found.equals(Optional.of("nine"));
            FuzzAssertions.hold(stored || faults.count(DiskFaults.Kind.INDEX) > 0, () -> outcome + ", then " + found);
            FuzzAssertions.hold(stored || found.isEmpty(), () -> "what was never stored: " + found);
        }
    }

    private static Map<String, byte[]> whole() {
        try (var place = new Place(Map.of())) {
            try (DiskFolder folder = DiskFolder.open(place.path(), new DiskFaults(told -> {}))) {
                DiskStore<String> store = store(folder);
                for (int i = 0; i < TEXTS.size(); i++) {
                    await(store.put(key(i), entry(TEXTS.get(i))));
                }
            }
            return place.read();
        }
    }

    private static DiskStore<String> store(DiskFolder folder) {
        return folder.store(
                "texts",
                PolicyName.LRU.create(1_000_000, 1),
                new Texts(),
                1_000_000,
                InstantSource.fixed(NOW),
                RemovalListener.none());
    }

    private static CacheKey key(int n) {
        return CacheKey.of("GET", "/items/" + n);
    }

    private static CacheEntry<String> entry(String text) {
        return CacheEntry.of(text, 100, 1, NOW.plusSeconds(60));
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    /** A text as a head with its length, and one content. */
    private static final class Texts implements EntryCodec<String> {

        @Override
        public EntryParts encode(String value) {
            return new EntryParts(
                    new EntryHead(new byte[] {7}), List.of(new HeapContent(value.getBytes(StandardCharsets.UTF_8))));
        }

        @Override
        public Optional<String> decode(EntryHead head, List<EntryContent> contents) {
            return head.bytes().length == 1 && contents.size() == 1 && contents.get(0) instanceof HeapContent heap
                    ? Optional.of(new String(heap.bytes(), StandardCharsets.UTF_8))
                    : Optional.empty();
        }
    }

    /** A folder for a moment. */
    private static final class Place implements AutoCloseable {

        private final Path path;

        private Place(Map<String, byte[]> files) {
            try {
                path = Files.createTempDirectory("larder-fuzz");
                for (Map.Entry<String, byte[]> file : files.entrySet()) {
                    Path at = path.resolve(file.getKey());
                    Files.createDirectories(at.getParent());
                    Files.write(at, file.getValue());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private Path path() {
            return path;
        }

        private Map<String, byte[]> read() {
            Map<String, byte[]> files = new TreeMap<>();
            try {
                for (Path file : all()) {
                    if (Files.isRegularFile(file) && !file.endsWith("lock")) {
                        files.put(path.relativize(file).toString(), Files.readAllBytes(file));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return files;
        }

        private List<Path> all() throws IOException {
            try (var all = Files.walk(path)) {
                return new ArrayList<>(all.toList());
            }
        }

        @Override
        public void close() {
            try {
                List<Path> all = all();
                all.sort(Comparator.reverseOrder());
                for (Path file : all) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
