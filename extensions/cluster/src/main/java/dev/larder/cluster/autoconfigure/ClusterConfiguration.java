package dev.larder.cluster.autoconfigure;

import com.hazelcast.core.HazelcastInstance;
import dev.larder.cluster.ClusterCalls;
import dev.larder.cluster.ClusterFetchClaims;
import dev.larder.cluster.ClusterPurgeBroadcast;
import dev.larder.cluster.bus.HazelcastInvalidationBus;
import dev.larder.cluster.protocol.LeaseSettings;
import dev.larder.cluster.protocol.MemberStatus;
import dev.larder.cluster.store.NearStore;
import dev.larder.gateway.actuate.PurgeMessageCodec;
import dev.larder.gateway.actuate.StorePurger;
import dev.larder.gateway.actuate.page.PageSection;
import dev.larder.gateway.autoconfigure.InvalidPropertyException;
import dev.larder.gateway.autoconfigure.InvalidationProperties;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.autoconfigure.LarderProperties;
import dev.larder.gateway.exchange.FetchClaims;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.NamedStores;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.ResponseVariants;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.DependsOn;
import org.springframework.core.annotation.Order;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.scheduler.Schedulers;

/** Beans that make this gateway a member of a cluster. */
@ConditionalOnProperty("larder.cluster.enabled")
class ClusterConfiguration {

    /** How long a purge waits for the other gateways. */
    private static final Duration PURGE = Duration.ofSeconds(10);

    /** Maximum time that the start waits for members: more than a restart of one of them takes. */
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(60);

    /** Requests are answered, with fewer hits: no reason to send this gateway no traffic. */
    private static final Status DEGRADED = new Status("DEGRADED", "Members of the cluster are silent.");

    private static final Logger log = LoggerFactory.getLogger(ClusterConfiguration.class);

    /** Starts only after the settings of the stores have been validated. */
    @Bean(destroyMethod = "close")
    @DependsOn("larderStoreSettings")
    ClusterHazelcast larderCluster(
            ClusterProperties properties,
            ClusterCacheProperties cache,
            ObjectProvider<HazelcastInstance> ofApplication,
            ObjectProvider<Invalidator> invalidator) {
        return new ClusterHazelcast(
                properties, cache.maxSize(), ofApplication.getIfUnique(), SingletonSupplier.of(invalidator::getObject));
    }

    @Bean(destroyMethod = "close")
    HazelcastInvalidationBus larderClusterBus(
            ClusterHazelcast cluster,
            ClusterCacheProperties wanted,
            InvalidationProperties invalidation,
            LarderClock clock) {
        var terms = new LeaseSettings(
                wanted.leaseTimeout(),
                invalidation.unknownWriteTimeout(),
                wanted.consistency() == ClusterCacheProperties.Consistency.STRICT,
                Optional.ofNullable(wanted.memberFailureTimeout()));
        return new HazelcastInvalidationBus(
                cluster.hazelcast(),
                cluster.site(LarderAutoConfiguration.firstEpoch(clock)),
                terms,
                task -> Schedulers.parallel().schedule(task));
    }

    @Bean(destroyMethod = "close")
    ClusterCalls larderCalls(ClusterHazelcast cluster, HazelcastInvalidationBus bus, ClusterProperties properties) {
        return new ClusterCalls(cluster.hazelcast(), properties.name(), bus.id());
    }

    @Bean
    FetchClaims larderClaims(
            ClusterCalls calls,
            HazelcastInvalidationBus bus,
            ClusterCacheProperties wanted,
            LarderProperties properties,
            LarderClock clock) {
        return wanted.collapse()
                ? new ClusterFetchClaims(
                        calls,
                        bus::status,
                        wanted.lookupTimeout(),
                        properties.collapse().timeout(),
                        clock)
                : FetchClaims.ALONE;
    }

    @Bean
    StorePurger larderPurger(
            NamedStores<ResponseVariants> stores, Invalidator invalidator, RuleSet rules, CachePolicy larderPolicy) {
        return new StorePurger(stores.together(), invalidator, rules, larderPolicy);
    }

    /** Applies a purge at one gateway to all of them. */
    @Bean
    ClusterPurgeBroadcast larderClusterPurges(
            ClusterCalls calls, HazelcastInvalidationBus bus, StorePurger purger, LarderClock clock) {
        var purges = new ClusterPurgeBroadcast(calls, bus::status, PURGE);
        purges.serve(
                order -> PurgeMessageCodec.carryOut(order, purger, clock.steady()),
                task -> Schedulers.boundedElastic().schedule(task));
        purger.alsoPurge((purge, soft) -> purges.order(PurgeMessageCodec.encode(purge, soft)));
        return purges;
    }

    /** Accepts requests only once all members know of one another: otherwise a write could go unheard. */
    @Bean
    SmartInitializingSingleton larderClusterJoined(
            HazelcastInvalidationBus bus,
            Invalidator joining,
            ClusterHazelcast cluster,
            ClusterProperties wanted,
            LarderClock clock) {
        return () -> {
            Set<String> silent = bus.awaitJoined(JOIN_TIMEOUT);
            if (!silent.isEmpty() || !bus.status().hasJoined()) {
                throw new InvalidPropertyException(
                        "larder.cluster.members",
                        String.join(",", wanted.members()),
                        "these members did not reply within " + JOIN_TIMEOUT.toSeconds()
                                + " s, or have another consistency, so that they would miss writes: "
                                + String.join(", ", silent),
                        "larder.cluster.members with running members only");
            }
            bus.found(() -> cluster.empty(JOIN_TIMEOUT));
            cluster.warmUp(clock);
            log.info(
                    "Member of the cluster {} at {}, with {} others.",
                    wanted.name(),
                    bus.status().address(),
                    bus.status().others().size());
        };
    }

    @Bean
    HealthIndicator clusterHealthIndicator(HazelcastInvalidationBus bus) {
        return () -> {
            MemberStatus status = bus.status();
            boolean silent = status.others().stream().anyMatch(other -> !other.isGrantingLease());
            Health.Builder joined = silent ? Health.status(DEGRADED) : Health.up();
            Health.Builder health = status.hasJoined() ? joined : Health.outOfService();
            return health.withDetail("address", status.address())
                    .withDetail("members", status.others().size() + 1)
                    .withDetail("answersFromStore", status.mayUseStore())
                    .withDetail(
                            "silent",
                            status.others().stream()
                                    .filter(other -> !other.isGrantingLease())
                                    .map(MemberStatus.PeerStatus::address)
                                    .toList())
                    .build();
        };
    }

    @Bean
    MeterBinder larderClusterMeters(HazelcastInvalidationBus bus, NamedStores<ResponseVariants> stores) {
        return registry -> {
            ClusterMeters.bind(bus, registry);
            if (stores.byName().get(NamedStores.DEFAULT) instanceof NearStore<ResponseVariants> shared) {
                ClusterMeters.bind(shared, registry);
            }
        };
    }

    /** Shows the cluster on the operators' page. */
    @Bean
    @Order(3)
    @ConditionalOnProperty("larder.dashboard.enabled")
    PageSection larderClusterSection(HazelcastInvalidationBus bus) {
        return new ClusterPageSection(bus::status);
    }
}
