package dev.larder.insight.autoconfigure;

import dev.larder.cache.spi.CacheStore;
import dev.larder.gateway.autoconfigure.LarderProperties;
import dev.larder.gateway.autoconfigure.Require;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.NamedStores;
import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.insight.advisor.Advisor;
import dev.larder.insight.advisor.ChoiceSettings;
import dev.larder.insight.advisor.Governor;
import dev.larder.insight.advisor.StorePolicy;
import dev.larder.policies.ghost.Candidate;
import dev.larder.rfc9111.Variants;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;

/** Which policy the live store has, and, with the type {@code auto}, who gives it another. */
class StorePolicyConfiguration {

    private static final String STORE = "store";

    @Bean
    StorePolicy larderStorePolicy(LarderProperties properties) {
        String type = properties.store().type();
        Candidate first = AutoStoreFactory.candidate(type);
        return type.equals(AutoStoreFactory.AUTO) ? StorePolicy.beginning(first) : StorePolicy.fixed(first);
    }

    @Bean
    CacheStoreFactory larderAutoStores(LarderProperties properties, StorePolicy policy) {
        return new AutoStoreFactory(properties.store(), policy);
    }

    /** Once the store is made it is known whether it can have another policy: an application's own cannot. */
    @Bean
    Governor larderGovernor(
            ObjectProvider<ChoiceSettings> settings,
            CacheStore<Variants> larderStore,
            StorePolicy policy,
            Advisor advisor,
            LarderClock clock) {
        Require.that(
                policy.isFollowed() || !policy.isAuto(),
                "larder.store.type",
                "auto",
                "the store is the application's own bean larderStore ("
                        + larderStore.getClass().getName() + "), whose policy Larder cannot change",
                "caffeine");
        return Governor.of(policy, settings.getIfAvailable(() -> ChoiceSettings.DEFAULT), advisor, clock);
    }

    @Bean
    MeterBinder larderStorePolicyMeters(AdvisorProperties advisor, LarderProperties properties, StorePolicy policy) {
        return registry -> {
            if (policy.isAuto()) {
                for (Candidate tried : advisor.tried(properties.store())) {
                    Gauge.builder("larder.store.policy", policy, now -> now.policy() == tried ? 1 : 0)
                            .description("Whether the store has this policy now")
                            .tag(STORE, NamedStores.DEFAULT)
                            .tag("policy", tried.id())
                            .register(registry);
                }
                FunctionCounter.builder("larder.store.policy.changes", policy, StorePolicy::changes)
                        .description("How often the store was given another policy")
                        .tag(STORE, NamedStores.DEFAULT)
                        .register(registry);
            }
        };
    }
}
