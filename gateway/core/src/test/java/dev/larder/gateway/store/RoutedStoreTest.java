package dev.larder.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.cache.spi.StoreContents;
import dev.larder.policies.caffeine.CaffeineStore;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Several stores as one: the key says which. */
class RoutedStoreTest {

    private final CacheStore<String> others = store();
    private final CacheStore<String> large = store();
    private final NamedStores<String> stores = NamedStores.of(others, Map.of("large", large));

    @Test
    void everyKeyIsInTheStoreOfItsRule() {
        List<CacheKey> keys = List.of(key("videos"), key("films"), key("users"), key(""));
        keys.forEach(
                key -> stores.together().put(key, entry()).toCompletableFuture().join());

        assertThat(count(large)).isEqualTo(2);
        assertThat(count(others)).isEqualTo(2);
        StoreContents all = stores.together().contents().orElseThrow();
        assertThat(all.count()).isEqualTo(4);
        assertThat(all.weight()).isEqualTo(4);
        assertThat(all.maxWeight()).isEqualTo(2_000);
        assertThat(all.keys()).containsExactlyInAnyOrderElementsOf(keys);
        assertThat(keys)
                .allSatisfy(key -> assertThat(
                                stores.together().get(key).toCompletableFuture().join())
                        .isPresent());
    }

    @Test
    void clearEmptiesAllStores() {
        stores.together().put(key("videos"), entry());
        stores.together().put(key("users"), entry());
        stores.together().clear().toCompletableFuture().join();
        assertThat(count(large) + count(others)).isZero();
    }

    @Test
    void removeRemovesKeyFromItsStore() {
        stores.together().put(key("videos"), entry());
        assertThat(stores.together().remove(key("videos")).toCompletableFuture().join())
                .isTrue();
        assertThat(stores.together().remove(key("users")).toCompletableFuture().join())
                .isFalse();
    }

    private static CacheKey key(String rule) {
        List<String> more =
                rule.equals("users") || rule.isEmpty() ? List.of("revision 1") : List.of("store large", "revision 1");
        return CacheKeys.of("GET", "h", URI.create("http://o/"), rule, "r", more);
    }

    private static CacheEntry<String> entry() {
        return new CacheEntry<>("v", 1, 0, Instant.MAX, EpochStamp.NONE);
    }

    private static long count(CacheStore<String> store) {
        return store.contents().orElseThrow().count();
    }

    private static CacheStore<String> store() {
        return new CaffeineStore<>(1_000, InstantSource.system(), RemovalListener.none());
    }
}
