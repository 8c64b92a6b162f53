package dev.larder.disk.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.StoreOutcome;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A process that has taken all its file descriptors while its store is in use, and says what became of that. */
final class StarvedProcess {

    private static final int ENTRIES = 20;

    private StarvedProcess() {}

    /** Argument: a folder. Prints how many reads found what was stored, nothing, and something else; in turn. */
    public static void main(String[] args) throws IOException {
        Path at = Path.of(args[0]);
        gone(at.resolve("gone"));
        DiskStore<String> store = filled(at.resolve("starved"));
        List<FileInputStream> all = new ArrayList<>();
        System.out.println("fed " + reads(store));
        takeAll(all);
        String starved = reads(store);
        StoreOutcome refused = put(store, ENTRIES + 1);
        for (FileInputStream one : all) {
            one.close();
        }
        System.out.println("starved " + starved + " " + refused);
        for (int key = 0; key < ENTRIES; key++) {
            put(store, key);
        }
        System.out.println("fed again " + reads(store));
        System.exit(0);
    }

    /** Where descriptors are missing no class is found either: all that deals with files that fail is needed once before. */
    private static void gone(Path at) throws IOException {
        DiskStore<String> store = filled(at);
        try (var files = Files.walk(at.resolve("blobs"))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        reads(store);
        put(store, ENTRIES + 1);
    }

    private static DiskStore<String> filled(Path at) {
        DiskStore<String> store = KilledProcess.store(DiskFolder.open(at, new DiskFaults(told -> {})));
        for (int key = 0; key < ENTRIES; key++) {
            put(store, key);
        }
        return store;
    }

    private static StoreOutcome put(DiskStore<String> store, int key) {
        var entry = CacheEntry.of(text(key), 100, 1, Instant.MAX);
        return DiskFixture.await(store.put(KilledProcess.keyOf(key), entry));
    }

    private static String text(int key) {
        return (key + ";").repeat(5_000);
    }

    private static String reads(DiskStore<String> store) {
        int right = 0;
        int none = 0;
        int wrong = 0;
        for (int key = 0; key < ENTRIES; key++) {
            Optional<String> found =
                    DiskFixture.await(store.get(KilledProcess.keyOf(key))).map(CacheEntry::value);
            if (found.isEmpty()) {
                none++;
            } else if (found.get().equals(text(key))) {
                right++;
            } else {
                wrong++;
            }
        }
        return right + " " + none + " " + wrong;
    }

    private static void takeAll(List<FileInputStream> all) {
        try {
            while (true) {
                all.add(new FileInputStream("/dev/null"));
            }
        } catch (IOException none) {
            // That was the last.
        }
    }
}
