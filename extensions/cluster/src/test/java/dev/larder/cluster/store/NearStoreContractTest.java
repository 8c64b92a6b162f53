package dev.larder.cluster.store;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.CacheStore;
import dev.larder.cache.spi.CacheStoreContract;
import dev.larder.cache.spi.RemovalCause;
import dev.larder.cache.spi.RemovalListener;
import dev.larder.policies.bounded.BoundedStore;
import dev.larder.policies.eviction.PolicyName;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The store keeps its promises over a real map. The contract knows of one bound and one listener: here they are the front's,
 * so what the front evicts is not to be found behind either, and the front takes nothing twice.
 */
@ExtendWith(LoopbackMembers.Extension.class)
@Tag("alone")
class NearStoreContractTest extends CacheStoreContract<String> {

    /** Long, as a machine that others keep busy may take its time. */
    private static final SharedMapSettings PATIENCE =
            new SharedMapSettings(Duration.ofSeconds(5), Duration.ofSeconds(5), 20, Duration.ofSeconds(1), 1_000);

    private final LoopbackMembers members;

    NearStoreContractTest(LoopbackMembers members) {
        this.members = members;
    }

    @Override
    protected CacheStore<String> newStore(long maxWeight, InstantSource time, RemovalListener<String> listener) {
        var map = new FrontBackedMap(
                new HazelcastMap(members.lone.getMap(LoopbackMembers.newMap()), 0, (int) maxWeight, Runnable::run),
                (int) maxWeight);
        var front = new BoundedStore<String>(
                PolicyName.LRU.create(maxWeight, 1),
                time,
                (key, entry, cause) -> tell(map, listener, key, entry, cause));
        return new NearStore<>(new AdmitOnceStore<>(front), map, new ClusterTextCodec(), PATIENCE, time, time);
    }

    private static void tell(
            FrontBackedMap map,
            RemovalListener<String> listener,
            CacheKey key,
            CacheEntry<String> entry,
            RemovalCause cause) {
        if (cause == RemovalCause.EVICTED) {
            map.forget(key);
        }
        listener.onRemoval(key, entry, cause);
    }

    @Override
    protected String value(int n) {
        return "value " + n;
    }

    @Override
    protected boolean local() {
        return false;
    }

    @Override
    protected int writesPerThread() {
        return 100;
    }
}
