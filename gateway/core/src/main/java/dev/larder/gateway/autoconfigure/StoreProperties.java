package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.rule.Lifetime;
import dev.larder.gateway.store.MemoryStoreFactory;
import dev.larder.policies.eviction.OptimizationGoal;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Where responses are stored.
 *
 * @param type Eviction policy or kind of the store; a store factory may add names.
 * @param tiers Tiers of the store, the fastest first, such as memory,disk; without any, the type decides.
 * @param goal Ratio that the type larder maximizes: hits per request, or bytes from the store per byte served.
 * @param maxSize Maximum size of all stored responses, including keys, header fields and overhead.
 * @param maxObjectSize Maximum size of the content of a response in memory; a larger one is stored on disk only, or not at all.
 * @param staleRetention Time to keep a response after its freshness lifetime, for validation and for origin failures.
 */
@ConfigurationProperties("larder.store")
public record StoreProperties(
        @DefaultValue("caffeine") String type,
        @DefaultValue List<String> tiers,
        @DefaultValue("hits") OptimizationGoal goal,
        @DefaultValue("256MB") DataSize maxSize,
        @DefaultValue("1MB") DataSize maxObjectSize,
        @DefaultValue("1d") Duration staleRetention) {

    public StoreProperties {
        PropertyChecks.that(
                maxSize.toBytes() > 0, "larder.store.max-size", maxSize, "a store holds at least one byte", "256MB");
        PropertyChecks.objectSize(maxObjectSize, "larder.store.max-object-size");
        PropertyChecks.that(
                maxObjectSize.compareTo(maxSize) <= 0,
                "larder.store.max-object-size",
                maxObjectSize,
                "it is more than larder.store.max-size (" + maxSize
                        + "), so the largest responses could never be stored",
                "a value up to " + maxSize);
        PropertyChecks.that(
                staleRetention.isZero() || Lifetime.fault(staleRetention).isEmpty(),
                "larder.store.stale-retention",
                staleRetention,
                "it is neither zero nor one second or more",
                "1d");
        type = StoreNames.canonical(type);
        tiers = tiers.stream().map(StoreNames::canonical).toList();
        PropertyChecks.that(
                tiers.size() < 2
                        || (tiers.size() == 2
                                && tiers.indexOf(MemoryStoreFactory.TIER) == 0
                                && !tiers.get(1).equals(MemoryStoreFactory.TIER)),
                "larder.store.tiers",
                tiers,
                "a store is in memory, on disk, or in memory and behind it on disk or in a cluster",
                "memory,disk");
    }
}
