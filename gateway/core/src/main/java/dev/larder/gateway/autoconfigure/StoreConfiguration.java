package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.traffic.EvictionMetrics;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.gateway.store.EpochStorage;
import dev.larder.gateway.store.MemoryStoreFactory;
import dev.larder.gateway.store.StoreTierFactory;
import dev.larder.invalidation.EpochCounters;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;

/** Configures the stores, of the types that all factories add. */
class StoreConfiguration {

    @Bean
    CacheStoreFactory larderMemoryStores() {
        return new MemoryStoreFactory();
    }

    @Bean
    ConfiguredStoreFactory larderStoreSettings(
            StoreProperties store,
            LarderProperties properties,
            ObjectProvider<CacheStoreFactory> types,
            ObjectProvider<StoreTierFactory> tiers,
            LarderClock clock,
            EvictionMetrics evictions) {
        return new ConfiguredStoreFactory(
                store,
                properties.stores(),
                new StoreTypeRegistry(store, properties.stores(), types.orderedStream(), tiers.orderedStream()),
                clock,
                evictions);
    }

    /** Returns the epochs: persistent if there is a bean that stores them, otherwise in memory. */
    static EpochCounters counts(ObjectProvider<EpochStorage> storage, long first, RuleSet rules) {
        EpochStorage found = storage.getIfAvailable();
        int counters = InvalidationProperties.COUNTERS;
        if (found == null) {
            return EpochCounters.inMemory(counters, first);
        }
        EpochCounters counts = found.counts(counters, first);
        counts.decidedBy(rules.current().ofWrites());
        return counts;
    }
}
