package dev.larder.policies.bounded;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.CacheStoreContract;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.policies.eviction.PolicyName;
import java.time.InstantSource;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The store keeps its promises under every policy. */
@ParameterizedClass
@EnumSource
class BoundedStoreContractTest extends CacheStoreContract<String> {

    @Parameter
    PolicyName policy;

    @Override
    protected CacheStore<String> newStore(long maxWeight, InstantSource time, RemovalListener<String> listener) {
        return new BoundedStore<>(policy.create(maxWeight, 1), time, listener);
    }

    @Override
    protected String value(int n) {
        return "value " + n;
    }

    /** Eleven policies share the lock and the map; few writes each will do. */
    @Override
    protected int writesPerThread() {
        return 300;
    }
}
