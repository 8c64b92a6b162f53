package dev.larder.disk.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EntryCodec.EntryHead;
import dev.larder.cache.spi.StoreOutcome;
import dev.larder.policies.eviction.Lru;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.h2.mvstore.MVStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two keys may have one hash: then the later one takes its place, and is never taken for the earlier one. */
class DiskEntriesTest {

    private static final long HASH = 7;
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final CacheKey ALICE = CacheKey.of("GET", "/alice");
    private static final CacheKey BOB = CacheKey.of("GET", "/bob");

    @TempDir
    private Path folder;

    private final MVStore index = new MVStore.Builder().open();
    private final List<@Nullable DiskRecord> seen = new ArrayList<>();
    private BlobFiles files;
    private DiskEntries entries;

    @BeforeEach
    void fill() {
        files = new BlobFiles(folder, new DiskFaults(told -> {}), Runnable::run, () -> 1);
        entries = new DiskEntries(files, new Lru<>(1 << 20), InstantSource.fixed(NOW));
        entries.fill(index.openMap("records"), new ArrayList<>(), new RemovedRecords(files));
        assertThat(store(ALICE)).isEqualTo(StoreOutcome.STORED);
    }

    @AfterEach
    void close() {
        index.close();
    }

    private @Nullable StoreOutcome store(CacheKey key) {
        var entry = CacheEntry.of(new EntryHead(new byte[] {1}), 100, 1, NOW.plusSeconds(60));
        return entries.store(HASH, new RecordDraft(key, seen::add, entry, List.of()), new RemovedRecords(files));
    }

    private CacheKey stored() {
        return Objects.requireNonNull(entries.read(HASH)).key();
    }

    @Test
    @Tag("hardening-K")
    void doesNotTreatRecordOfOtherKeyAsReplacedRecord() {
        assertThat(store(BOB)).isEqualTo(StoreOutcome.STORED);
        assertThat(stored()).isEqualTo(BOB);
        assertThat(store(BOB)).isEqualTo(StoreOutcome.STORED);
        assertThat(seen).hasSize(3);
        assertThat(seen.get(1)).isNull();
        assertThat(Objects.requireNonNull(seen.get(2)).key()).isEqualTo(BOB);
        entries.checkInvariants();
    }

    @Test
    void doesNotRemoveRecordOfOtherKeyWithSameHash() {
        assertThat(entries.remove(HASH, BOB, new RemovedRecords(files))).isFalse();
        assertThat(stored()).isEqualTo(ALICE);
        assertThat(entries.remove(HASH, ALICE, new RemovedRecords(files))).isTrue();
    }

    @Test
    void doesNotVacateRecordOfOtherKeyWithSameHash() {
        assertThat(entries.vacate(HASH, BOB, Objects::isNull, new RemovedRecords(files)))
                .isTrue();
        assertThat(stored()).isEqualTo(ALICE);
    }
}
