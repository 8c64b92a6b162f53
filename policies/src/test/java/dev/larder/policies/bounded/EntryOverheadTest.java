package dev.larder.policies.bounded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.MovableClock;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.policies.bench.HeapUsage;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
class EntryOverheadTest {

    private static final int ENTRIES = 100_000;

    @ParameterizedTest
    @ValueSource(strings = {"lru", "gdsf-refusing", "tinylfu", "caffeine"})
    void entryOverheadStaysWithinDeclaredBound(String policy) {
        var keys = new CacheKey[ENTRIES];
        for (int n = 0; n < ENTRIES; n++) {
            keys[n] = CacheKey.of("/" + n);
        }
        var store = new BoundedStore<String>(
                PoliciesByName.create(policy, Long.MAX_VALUE, 1), new MovableClock(), RemovalListener.none());
        long before = HeapUsage.used();
        for (CacheKey key : keys) {
            store.put(key, new CacheEntry<>("v", 1, 0, Instant.MAX, EpochStamp.NONE));
        }
        double perEntry = (double) (HeapUsage.used() - before) / ENTRIES;
        assertThat(perEntry).as("bytes per entry").isBetween(100.0, (double) BoundedStore.ENTRY_OVERHEAD);
        assertThat(store.contents().orElseThrow().count()).isEqualTo(ENTRIES);
    }
}
