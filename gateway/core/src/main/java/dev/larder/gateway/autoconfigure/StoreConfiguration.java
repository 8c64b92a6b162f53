package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.observe.traffic.Exits;
import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.gateway.store.EpochStorage;
import dev.larder.gateway.store.MemoryStoreFactory;
import dev.larder.gateway.store.StoreTierFactory;
import dev.larder.invalidation.Counts;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;

/** The stores, of the types that all factories add. */
class StoreConfiguration {

    @Bean
    CacheStoreFactory larderMemoryStores() {
        return new MemoryStoreFactory();
    }

    @Bean
    Stores larderStoreSettings(
            LarderProperties properties,
            ObjectProvider<CacheStoreFactory> types,
            ObjectProvider<StoreTierFactory> tiers,
            LarderClock clock,
            Exits exits) {
        return new Stores(
                properties, new StoreTypes(properties, types.orderedStream(), tiers.orderedStream()), clock, exits);
    }

    /** The epochs: where they outlive the process if some bean keeps them there, else in memory. */
    static Counts counts(ObjectProvider<EpochStorage> storage, long first) {
        EpochStorage found = storage.getIfAvailable();
        int counters = InvalidationProperties.COUNTERS;
        return found == null ? Counts.inMemory(counters, first) : found.counts(counters, first);
    }
}
