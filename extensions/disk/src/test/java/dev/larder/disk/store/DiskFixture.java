package dev.larder.disk.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EntryCodec;
import dev.larder.cache.spi.MovableClock;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.policies.eviction.PolicyName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A folder on a clock of the test, its store of texts, and what tests do with them. */
abstract class DiskFixture {

    static final long ROOMY = 1_000_000;
    static final long IN_HEAP = 1_000;

    @TempDir
    Path temporary;

    final MovableClock clock = new MovableClock();
    DiskFaults faults = new DiskFaults(told -> {});
    PolicyName policy = PolicyName.LRU;
    long bound = ROOMY;
    DiskFolder folder;
    DiskStore<String> store;

    Path at() {
        return temporary.resolve("cache");
    }

    /** Opens the folder, with fresh counters, and the store in it. */
    void open() {
        open(at());
    }

    void open(Path path) {
        faults = new DiskFaults(told -> {});
        folder = DiskFolder.open(path, faults);
        store = store(new DiskTextCodec(), "texts", IN_HEAP);
    }

    <V> DiskStore<V> store(EntryCodec<V> codec, String name, long inHeap) {
        return folder.store(name, policy.create(bound, 1), codec, inHeap, clock, RemovalListener.none());
    }

    @AfterEach
    void close() {
        if (folder != null) {
            folder.close();
        }
    }

    void reopen() {
        folder.close();
        open();
    }

    static CacheKey key(int n) {
        return CacheKey.of("GET", "/items/" + n);
    }

    CacheEntry<String> entry(String text) {
        return entry(text, 100);
    }

    CacheEntry<String> entry(String text, long weight) {
        return CacheEntry.of(text, weight, 1, clock.instant().plus(Duration.ofHours(1)));
    }

    StoreOutcome put(int n, String text) {
        return await(store.put(key(n), entry(text)));
    }

    Optional<String> get(int n) {
        return await(store.get(key(n))).map(CacheEntry::value);
    }

    static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** The files of contents. */
    List<Path> blobs() {
        return blobs(at());
    }

    static List<Path> blobs(Path folder) {
        try (var all = Files.walk(folder.resolve("blobs"))) {
            return all.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for all that the folder does in the background. */
    void settle() {
        var settled = new CompletableFuture<Void>();
        folder.threads().workLater(() -> settled.complete(null));
        await(settled);
    }

    /** A copy of a folder that is in use, as a crash would leave it. */
    static Path copy(Path from, Path to) throws IOException {
        try (var all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Path copy = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(path, copy);
                }
            }
        }
        return to;
    }
}
