package dev.larder.policies.caffeine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.CacheStoreContract;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreOutcome;
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
    void an_entry_heavier_than_caffeine_can_weigh_is_too_large_whatever_the_bound() {
        var store = newStore(1L << 40, clock, log);
        assertThat(await(store.put(key(1), entry(1, Integer.MAX_VALUE, Instant.MAX))))
                .isEqualTo(StoreOutcome.STORED);
        assertThat(await(store.put(key(1), entry(2, Integer.MAX_VALUE + 1L, Instant.MAX))))
                .isEqualTo(StoreOutcome.TOO_LARGE);
        assertThat(await(store.get(key(1)))).isEmpty();
    }

    @Test
    void entries_together_may_weigh_more_than_an_int_holds() {
        var store = newStore(1L << 40, clock, log);
        for (int n = 0; n < 10; n++) {
            await(store.put(key(n), entry(n, Integer.MAX_VALUE, Instant.MAX)));
        }
        assertThat(store.contents().orElseThrow().weight()).isEqualTo(10L * Integer.MAX_VALUE);
    }

    @Test
    void a_store_of_no_bytes_stores_nothing() {
        var store = newStore(0, clock, log);
        assertThat(await(store.put(key(1), entry(1)))).isEqualTo(StoreOutcome.TOO_LARGE);
        assertThat(await(store.get(key(1)))).isEmpty();
    }

    @Test
    void the_bound_holds_as_soon_as_a_write_returns() {
        var store = newStore(1_000, clock, log);
        for (int n = 0; n < 100; n++) {
            await(store.put(key(n), entry(n)));
            assertThat(store.contents().orElseThrow().weight()).isLessThanOrEqualTo(1_000);
        }
        assertThat(log.removals()).hasSize(90).allMatch(removal -> removal.cause() == RemovalCause.EVICTED);
    }
}
