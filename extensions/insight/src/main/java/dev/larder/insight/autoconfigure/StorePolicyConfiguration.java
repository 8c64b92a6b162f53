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

/** Sets the live store's policy and, with the type {@code auto}, the switcher that changes it. */
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

    /** Created after the store: only then is it known whether the policy can change, as an application's own store cannot. */
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
                            .description("1 for the current eviction policy, 0 for the other candidates of type auto")
                            .tag(STORE, NamedStores.DEFAULT)
                            .tag("policy", tried.id())
                            .register(registry);
                }
                FunctionCounter.builder("larder.store.policy.changes", policy, LiveStorePolicy::changes)
                        .description("Changes of the eviction policy by type auto")
                        .tag(STORE, NamedStores.DEFAULT)
                        .register(registry);
            }
        };
    }
}
