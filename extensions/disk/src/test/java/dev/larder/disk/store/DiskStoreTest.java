package dev.larder.disk.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.disk.store.DiskFaults.Kind;
import dev.larder.policies.eviction.PolicyName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiskStoreTest extends DiskFixture {

    @BeforeEach
    void start() {
        open();
    }

    @Test
    void keepsEntriesAndOnlyTheirFilesAcrossRestart() {
        put(1, "one");
        put(2, "x".repeat(5_000));
        put(3, "");
        put(4, "four");
        await(store.remove(key(4)));
        reopen();
        assertThat(get(1)).contains("one");
        assertThat(get(2)).contains("x".repeat(5_000));
        assertThat(get(3)).contains("");
        assertThat(get(4)).isEmpty();
        assertThat(blobs()).hasSize(2);
        store.checkInvariants();
    }

    @Test
    void getOfMissingKeyCompletesImmediately() {
        put(1, "one");
        assertThat(store.get(key(2)).toCompletableFuture()).isDone();
        assertThat(store.getAtOnce(key(1))).isEmpty();
    }

    @Test
    @Tag("hardening-U15")
    void createsFolderAccessibleOnlyByOwner() throws IOException {
        assertThat(mode(at())).isEqualTo("rwx------");
    }

    @Test
    @Tag("hardening-U15")
    void keepsModeOfExistingFolderButRestrictsNewFiles() throws IOException {
        Path shared = Files.createDirectory(at().resolveSibling("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
        DiskFolder.open(shared, new DiskFaults(told -> {})).close();
        assertThat(mode(shared)).isEqualTo("rwxr-xr-x");
        assertThat(mode(shared.resolve("blobs"))).isEqualTo("rwx------");
        assertThat(mode(shared.resolve("index.mv"))).isEqualTo("rw-------");
    }

    @Test
    @Tag("hardening-U15")
    void restrictsModeOfExistingFilesInFolder() throws IOException {
        close();
        Files.setPosixFilePermissions(at(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(at().resolve("blobs"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(at().resolve("index.mv"), PosixFilePermissions.fromString("rw-r--r--"));
        open();
        assertThat(mode(at().resolve("blobs"))).isEqualTo("rwx------");
        assertThat(mode(at().resolve("index.mv"))).isEqualTo("rw-------");
        assertThat(mode(at())).isEqualTo("rwxr-xr-x");
    }

    @Test
    void doesNotChangeModeOfSymbolicLinkTarget() throws IOException {
        close();
        Path elsewhere = at().resolveSibling("elsewhere");
        Files.move(at().resolve("blobs"), elsewhere);
        Files.createSymbolicLink(at().resolve("blobs"), elsewhere);
        Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwxr-xr-x"));
        open();
        assertThat(mode(elsewhere)).isEqualTo("rwxr-xr-x");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    @Tag("hardening-U12")
    void refusesToOpenFolderThatIsInUse() {
        assertThatThrownBy(() -> DiskFolder.open(at(), new DiskFaults(told -> {})))
                .isInstanceOf(FolderInUseException.class)
                .hasMessageContaining(at().toString());
    }

    @Test
    void refusesToOpenSameStoreTwice() {
        assertThatThrownBy(() -> store(new DiskTextCodec(), "texts", 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void storesInSameFolderAreIsolated() {
        DiskStore<String> other = store(new DiskTextCodec(), "others", IN_HEAP);
        put(1, "one");
        assertThat(await(other.get(key(1)))).isEmpty();
        await(other.put(key(1), entry("another one")));
        await(other.clear());
        assertThat(get(1)).contains("one");
    }

    @Test
    @Tag("hardening-K")
    void smallerMaxSizeEvictsByPolicyOnRestart() {
        IntStream.range(0, 10).forEach(n -> put(n, "text " + n));
        bound = 300;
        reopen();
        assertThat(IntStream.range(0, 10).filter(n -> get(n).isPresent())).containsExactly(7, 8, 9);
        assertThat(blobs()).hasSize(3);
        store.checkInvariants();
    }

    @Test
    void removesEntriesThatExpiredWhileFolderWasClosed() {
        put(1, "one");
        await(store.put(key(2), CacheEntry.of("two", 100, 1, Instant.MAX)));
        clock.advance(Duration.ofHours(2));
        reopen();
        assertThat(store.contents().orElseThrow().count()).isEqualTo(1);
        assertThat(get(2)).contains("two");
        assertThat(blobs()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {59, 61})
    void clearsStoreIfClockWentBackByMoreThanOneMinute(long seconds) {
        put(1, "one");
        clock.advance(Duration.ofSeconds(-seconds));
        reopen();
        assertThat(get(1).isPresent()).isEqualTo(seconds < 60);
        assertThat(blobs()).hasSize(seconds < 60 ? 1 : 0);
        put(2, "two");
        reopen();
        assertThat(get(2)).contains("two");
    }

    @Test
    void refusedEntryLeavesNoFile() {
        put(1, "one");
        assertThat(await(store.put(key(1), entry("too large", ROOMY + 1)))).isEqualTo(StoreOutcome.TOO_LARGE);
        assertThat(get(1)).isEmpty();
        policy = PolicyName.GDSF_REFUSING;
        bound = 1_000;
        reopen();
        for (int n = 0; n < 5; n++) {
            put(n, "text");
            get(n);
        }
        assertThat(await(store.put(key(9), entry("heavy", 1_000)))).isEqualTo(StoreOutcome.NOT_ADMITTED);
        assertThat(get(9)).isEmpty();
        assertThat(blobs()).hasSize(5);
    }

    @Test
    void conflictingReplaceLeavesNoFile() {
        put(1, "one");
        assertThat(await(store.replace(key(1), entry("another"), entry("two")))).isEqualTo(StoreOutcome.CONFLICT);
        assertThat(await(store.replace(key(1), null, entry("two")))).isEqualTo(StoreOutcome.CONFLICT);
        assertThat(blobs()).hasSize(1);
    }

    @Test
    @Tag("hardening-I11")
    void replaceAcceptsEntryReadBeforeRestart() {
        put(1, "one");
        CacheEntry<String> read = await(store.get(key(1))).orElseThrow();
        reopen();
        assertThat(await(store.replace(key(1), read, entry("two")))).isEqualTo(StoreOutcome.STORED);
        assertThat(get(1)).contains("two");
    }

    @Test
    void evictsLeastRecentlyReadEntryFirst() {
        bound = 300;
        reopen();
        IntStream.range(0, 3).forEach(n -> put(n, "text " + n));
        get(0);
        put(3, "text 3");
        get(2);
        put(4, "text 4");
        assertThat(IntStream.range(0, 5).filter(n -> get(n).isPresent())).containsExactly(2, 3, 4);
    }

    @Test
    void fifoEvictsOldestEntryFirstAfterRestart() {
        bound = 300;
        policy = PolicyName.FIFO;
        reopen();
        IntStream.range(0, 3).forEach(n -> put(n, "text " + n));
        get(0);
        reopen();
        get(0);
        put(3, "text 3");
        assertThat(IntStream.range(0, 5).filter(n -> get(n).isPresent())).containsExactly(1, 2, 3);
    }

    @Test
    void overloadYieldsMissesAndIsCounted() throws InterruptedException {
        put(1, "one");
        var gate = new CompletableFuture<Void>();
        var busy = new CountDownLatch(4);
        var waiting = new ArrayList<>(tasks(4, () -> {
            busy.countDown();
            gate.join();
        }));
        busy.await();
        waiting.addAll(tasks(1_024, gate::join));
        assertThat(await(store.get(key(1)))).isEmpty();
        assertThat(await(store.put(key(1), entry("two")))).isEqualTo(StoreOutcome.UNAVAILABLE);
        assertThat(faults.count(Kind.OVERLOAD)).isEqualTo(2);
        gate.complete(null);
        waiting.forEach(CompletableFuture::join);
        settle();
        assertThat(get(1)).isEmpty();
        assertThat(put(1, "three")).isEqualTo(StoreOutcome.STORED);
    }

    private List<CompletableFuture<Void>> tasks(int count, Runnable task) {
        return IntStream.range(0, count)
                .mapToObj(n -> CompletableFuture.runAsync(task, folder.threads()::work))
                .toList();
    }

    @Test
    void closedFolderYieldsMissesAndStoresNothing() {
        put(1, "one");
        folder.close();
        assertThat(await(store.get(key(1)))).isEqualTo(Optional.empty());
        assertThat(put(2, "two")).isEqualTo(StoreOutcome.UNAVAILABLE);
        assertThat(await(store.remove(key(1)))).isFalse();
        assertThatThrownBy(() -> folder.newBlob()).isInstanceOf(IOException.class);
        open();
        assertThat(List.of(get(1), get(2))).containsExactly(Optional.of("one"), Optional.empty());
    }
}
