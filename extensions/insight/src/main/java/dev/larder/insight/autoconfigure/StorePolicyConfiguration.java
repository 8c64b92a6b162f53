package dev.larder.insight.autoconfigure;

import dev.larder.cache.spi.CacheStore;
import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.gateway.autoconfigure.StoreProperties;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.NamedStores;
import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.insight.advisor.LiveStorePolicy;
import dev.larder.insight.advisor.PolicySelectionSettings;
import dev.larder.insight.advisor.PolicySwitcher;
import dev.larder.insight.advisor.StoreAdvisor;
import dev.larder.policies.ghost.CandidatePolicy;
import dev.larder.rfc9111.ResponseVariants;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;

/** Which policy the live store has, and, with the type {@code auto}, who gives it another. */
class StorePolicyConfiguration {

    private static final String STORE = "store";

    @Bean
    LiveStorePolicy larderStorePolicy(StoreProperties store) {
        String type = store.type();
        CandidatePolicy first = AutoPolicyStoreFactory.candidate(type);
        return type.equals(AutoPolicyStoreFactory.AUTO)
                ? LiveStorePolicy.beginning(first)
                : LiveStorePolicy.fixed(first);
    }

    @Bean
    CacheStoreFactory larderAutoStores(StoreProperties store, LiveStorePolicy policy) {
        return new AutoPolicyStoreFactory(store, policy);
    }

    /** Once the store is made it is known whether it can have another policy: an application's own cannot. */
    @Bean
    PolicySwitcher larderGovernor(
            ObjectProvider<PolicySelectionSettings> settings,
            CacheStore<ResponseVariants> larderStore,
            LiveStorePolicy policy,
            StoreAdvisor advisor,
            LarderClock clock) {
        PropertyChecks.that(
                policy.isFollowed() || !policy.isAuto(),
                "larder.store.type",
                "auto",
                "the store is the application's own bean larderStore ("
                        + larderStore.getClass().getName() + "), whose policy Larder cannot change",
                "caffeine");
        return PolicySwitcher.of(
                policy, settings.getIfAvailable(() -> PolicySelectionSettings.DEFAULT), advisor, clock);
    }

    @Bean
    MeterBinder larderStorePolicyMeters(AdvisorProperties advisor, StoreProperties store, LiveStorePolicy policy) {
        return registry -> {
            if (policy.isAuto()) {
                for (CandidatePolicy tried : advisor.tried(store)) {
                    Gauge.builder("larder.store.policy", policy, now -> now.policy() == tried ? 1 : 0)
                            .description("Whether the store has this policy now")
                            .tag(STORE, NamedStores.DEFAULT)
                            .tag("policy", tried.id())
                            .register(registry);
                }
                FunctionCounter.builder("larder.store.policy.changes", policy, LiveStorePolicy::changes)
                        .description("How often the store was given another policy")
                        .tag(STORE, NamedStores.DEFAULT)
                        .register(registry);
            }
        };
    }
}
