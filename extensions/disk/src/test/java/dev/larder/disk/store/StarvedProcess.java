package dev.larder.disk.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.StoreOutcome;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/** A process that may open no file while its store is in use, and says what becomes of that. */
final class StarvedProcess {

    private static final int ENTRIES = 20;

    private StarvedProcess() {}

    /**
     * Argument: a folder. Prints how many reads found what was stored, nothing, and something else; waits after each line for
     * one octet, that its limit of open files may be changed.
     */
    public static void main(String[] args) throws IOException {
        Path at = Path.of(args[0]);
        gone(at.resolve("gone"));
        DiskStore<String> store = filled(at.resolve("starved"));
        told("fed " + reads(store));
        told("starved " + reads(store) + " " + put(store, ENTRIES + 1));
        for (int key = 0; key < ENTRIES; key++) {
            put(store, key);
        }
        System.out.println("fed again " + reads(store));
        System.exit(0);
    }

    private static void told(String line) throws IOException {
        System.out.println(line);
        if (System.in.read() < 0) {
            throw new EOFException("nobody waits for more");
        }
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
}
