package dev.larder.acceptance.rfc;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.StoreContents;
import java.util.List;
import java.util.stream.Stream;

/** What is left of a resource in the gateway's one store, which is in memory. */
final class StoredKeys {

    private StoredKeys() {}

    /** The keys of that path. */
    static List<CacheKey> of(GatewayFixture gateway, String path) {
        CacheStore<?> store = gateway.context().getBean("larderStore", CacheStore.class);
        StoreContents contents = store.contents().orElseThrow();
        try (Stream<CacheKey> keys = contents.keys()) {
            return keys.filter(key -> key.toString().contains(path)).toList();
        }
    }
}
