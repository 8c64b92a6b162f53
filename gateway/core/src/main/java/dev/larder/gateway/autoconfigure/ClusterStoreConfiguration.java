package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.exchange.LarderClock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;

/** The store that members of a cluster share; without a cluster, settings that ask for it are refused. */
class ClusterStoreConfiguration {

    @Bean
    HazelcastStoreFactory larderHazelcastStores(
            LarderProperties properties, ObjectProvider<Cluster> cluster, LarderClock clock) {
        return new HazelcastStoreFactory(properties, cluster, clock);
    }
}
