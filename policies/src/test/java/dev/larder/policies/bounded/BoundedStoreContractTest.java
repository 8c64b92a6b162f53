package dev.larder.policies.bounded;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.CacheStoreContract;
import dev.larder.cache.spi.RemovalListener;
import java.time.InstantSource;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The store keeps its promises under every policy. */
@ParameterizedClass
@MethodSource("dev.larder.policies.bounded.PoliciesByName#names")
class BoundedStoreContractTest extends CacheStoreContract<String> {

    @Parameter
    String policy;

    @Override
    protected CacheStore<String> newStore(long maxWeight, InstantSource time, RemovalListener<String> listener) {
        return new BoundedStore<>(PoliciesByName.create(policy, maxWeight, 1), time, listener);
    }

    @Override
    protected String value(int n) {
        return "value " + n;
    }

    /** All policies share the lock and the map; few writes each will do. */
    @Override
    protected int writesPerThread() {
        return 300;
    }
}
