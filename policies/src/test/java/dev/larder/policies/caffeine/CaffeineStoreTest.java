package dev.larder.policies.caffeine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.CacheStoreContract;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.RemovalLog;
import dev.larder.cache.spi.StoreOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class CaffeineStoreTest extends CacheStoreContract<String> {

    @Override
    protected CacheStore<String> newStore(long maxWeight, InstantSource time, RemovalListener<String> listener) {
        return new CaffeineStore<>(maxWeight, time, listener);
    }

    @Override
    protected String value(int n) {
        return "value " + n;
    }

    @Test
    void entryHeavierThanIntegerRangeIsTooLarge() {
        var store = newStore(1L << 40, clock, log);
        assertThat(await(store.put(key(1), entry(1, Integer.MAX_VALUE, Instant.MAX))))
                .isEqualTo(StoreOutcome.STORED);
        assertThat(await(store.put(key(1), entry(2, Integer.MAX_VALUE + 1L, Instant.MAX))))
                .isEqualTo(StoreOutcome.TOO_LARGE);
        assertThat(await(store.get(key(1)))).isEmpty();
    }

    @Test
    void totalWeightMayExceedIntegerRange() {
        var store = newStore(1L << 40, clock, log);
        for (int n = 0; n < 10; n++) {
            await(store.put(key(n), entry(n, Integer.MAX_VALUE, Instant.MAX)));
        }
        assertThat(store.contents().orElseThrow().weight()).isEqualTo(10L * Integer.MAX_VALUE);
    }

    @Test
    void storeOfZeroCapacityStoresNothing() {
        var store = newStore(0, clock, log);
        assertThat(await(store.put(key(1), entry(1)))).isEqualTo(StoreOutcome.TOO_LARGE);
        assertThat(await(store.get(key(1)))).isEmpty();
    }

    @Test
    void capacityHoldsAsSoonAsWriteReturns() {
        var store = newStore(1_000, clock, log);
        for (int n = 0; n < 100; n++) {
            await(store.put(key(n), entry(n)));
            assertThat(store.contents().orElseThrow().weight()).isLessThanOrEqualTo(1_000);
        }
        assertThat(log.removals()).hasSize(90).allMatch(removal -> removal.cause() == RemovalCause.EVICTED);
    }

    @Test
    void getRemovesExpiredEntry() {
        var store = newStore(1_000, clock, log);
        await(store.put(key(1), entry(1, 100, clock.instant().plusSeconds(1))));
        clock.advance(Duration.ofSeconds(2));
        assertThat(await(store.get(key(1)))).isEmpty();
        assertThat(log.removals()).extracting(RemovalLog.Removal::cause).containsExactly(RemovalCause.EXPIRED);
        assertThat(store.contents().orElseThrow().weight()).isZero();
    }

    @Test
    void everyWriteRemovesFewExpiredEntries() {
        var store = newStore(ROOMY, clock, log);
        for (int n = 0; n < 1_000; n++) {
            await(store.put(key(n), entry(n, 100, clock.instant().plusSeconds(1))));
        }
        clock.advance(Duration.ofMinutes(1));
        for (int n = 0; n < 510; n++) {
            await(store.put(key(2_000), entry(n, 100, Instant.MAX)));
        }
        assertThat(store.contents().orElseThrow().count()).isEqualTo(1);
    }

    @Test
    void entriesThatAreReadOutliveThoseOnlyWritten() {
        var store = newStore(1_000, clock, log);
        for (int n = 0; n < 10; n++) {
            await(store.put(key(n), entry(n)));
        }
        for (int hit = 0; hit < 100; hit++) {
            await(store.get(key(hit % 5)));
        }
        for (int n = 10; n < 100; n++) {
            await(store.put(key(n), entry(n)));
            await(store.put(key(n), entry(n + 1_000)));
        }
        for (int n = 0; n < 5; n++) {
            assertThat(await(store.get(key(n)))).as("key %d", n).isPresent();
        }
        assertThat(log.removals()).anyMatch(removal -> removal.cause() == RemovalCause.EVICTED);
    }
}
