package dev.larder.cluster.autoconfigure;

import dev.larder.cache.spi.CacheStore;
import dev.larder.cluster.store.NearStore;
import dev.larder.cluster.store.SharedMapSettings;
import dev.larder.cluster.store.TimelineConverter;
import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.gateway.autoconfigure.StoreProperties;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.gateway.store.MemoryStoreFactory;
import dev.larder.gateway.store.ResponseCodec;
import dev.larder.gateway.store.StoreSettings;
import dev.larder.gateway.store.StoreTierFactory;
import dev.larder.policies.caffeine.CaffeineStore;
import dev.larder.rfc9111.ResponseVariants;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Creates stores shared by all members, each behind the member's own memory. With the type {@code hazelcast} that memory uses
 * W-TinyLFU.
 */
final class HazelcastStoreFactory implements CacheStoreFactory, StoreTierFactory {

    private static final String HAZELCAST = "hazelcast";
    private static final String TIER = "cluster";
    private static final String TIERS = "larder.store.tiers";
    private static final String TYPE = "larder.store.type";
    private static final String NO_MEMBER = "this gateway is not a member of a cluster";
    private static final String ENABLED = "larder.cluster.enabled=true";

    private final boolean enabled;
    private final Duration lookupTimeout;
    private final StoreProperties store;
    private final ObjectProvider<ClusterHazelcast> cluster;
    private final LarderClock clock;

    HazelcastStoreFactory(
            boolean enabled,
            Duration lookupTimeout,
            StoreProperties store,
            ObjectProvider<ClusterHazelcast> cluster,
            LarderClock clock) {
        this.enabled = enabled;
        this.lookupTimeout = lookupTimeout;
        this.store = store;
        this.cluster = cluster;
        this.clock = clock;
        require(store, enabled);
    }

    private static void require(StoreProperties store, boolean enabled) {
        List<String> tiers = store.tiers();
        PropertyChecks.that(enabled || !tiers.contains(TIER), TIERS, tiers, NO_MEMBER, ENABLED);
        boolean wanted = store.type().equals(HAZELCAST);
        PropertyChecks.that(!wanted || enabled, TYPE, HAZELCAST, NO_MEMBER, ENABLED);
        PropertyChecks.that(
                !wanted || tiers.isEmpty() || tiers.contains(TIER),
                TYPE,
                HAZELCAST,
                "larder.store.tiers says that nothing is shared",
                "larder.store.tiers=memory,cluster");
    }

    @Override
    public Set<String> types() {
        return Set.of(HAZELCAST);
    }

    @Override
    public String tier() {
        return TIER;
    }

    @Override
    public boolean isImplied() {
        return enabled;
    }

    @Override
    public CacheStore<ResponseVariants> create(StoreSettings request) {
        PropertyChecks.that(
                request.isDefault(),
                "larder.stores." + request.name() + ".type",
                HAZELCAST,
                "members of a cluster share the store of larder.store alone",
                MemoryStoreFactory.CAFFEINE);
        return new CaffeineStore<>(request.maxSize(), request.time(), request.listener());
    }

    @Override
    public CacheStore<ResponseVariants> create(StoreSettings request, Memory memory) {
        ClusterHazelcast shared = cluster.getObject();
        InstantSource wall = clock::wall;
        var times = new TimelineConverter(request.time(), wall);
        return new NearStore<>(
                        memory.create(),
                        shared.responses(store.maxObjectSize()),
                        new ResponseCodec(times::toShared, times::toLocal),
                        SharedMapSettings.withLookup(lookupTimeout),
                        request.time(),
                        wall)
                .renewing(shared.outdated())
                .copying(shared.copying());
    }
}
