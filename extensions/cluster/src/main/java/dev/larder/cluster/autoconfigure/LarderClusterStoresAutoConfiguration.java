package dev.larder.cluster.autoconfigure;

import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.autoconfigure.StoreProperties;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.RuleSet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** Adds the store types shared by the members of a cluster, if there is a cache. */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnBean(RuleSet.class)
public class LarderClusterStoresAutoConfiguration {

    /** Rejects settings that ask for a shared store if the cluster is disabled. */
    @Bean
    HazelcastStoreFactory larderHazelcastStores(
            ClusterProperties properties,
            ClusterCacheProperties cache,
            StoreProperties store,
            ObjectProvider<ClusterHazelcast> cluster,
            LarderClock clock) {
        return new HazelcastStoreFactory(properties.enabled(), cache.lookupTimeout(), store, cluster, clock);
    }
}
