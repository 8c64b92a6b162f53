package dev.larder.insight.autoconfigure;

import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.autoconfigure.StoreProperties;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.insight.advisor.StoreAdvisor;
import dev.larder.insight.advisor.TriedSizes;
import dev.larder.insight.audit.AuditOutcome;
import dev.larder.insight.audit.CacheAuditor;
import dev.larder.insight.audit.HitAudit;
import dev.larder.insight.dryrun.DryRunEvaluator;
import dev.larder.insight.dryrun.DryRunInterceptor;
import dev.larder.insight.dryrun.DryRunQueue;
import dev.larder.insight.lifetime.ChangeIntervalRecorder;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import reactor.core.scheduler.Schedulers;

/**
 * Configures observers of the traffic: how long bodies stay unchanged, what the cache would do where it is not in use, whether
 * another size or policy would be better, and whether responses from the store are stale.
 */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnBean(RuleSet.class)
@EnableConfigurationProperties({
    AdvisorProperties.class,
    AuditProperties.class,
    RuleTrialProperties.class,
    TtlAdvisorProperties.class
})
@Import(RuleTrialConfiguration.class)
public class LarderInsightAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(LarderInsightAutoConfiguration.class);

    @Bean
    ChangeIntervalRecorder larderLifetimes(TtlAdvisorProperties properties, RuleSet rules) {
        return new ChangeIntervalRecorder(properties.staleness(), rules::names);
    }

    @Bean
    CacheAuditor larderAudits(AuditProperties properties, RuleSet rules) {
        return new CacheAuditor(
                properties.policy(),
                rules.couplings(),
                () -> ThreadLocalRandom.current().nextDouble());
    }

    @Bean
    HitAudit larderHitAudit(CacheAuditor audits, LarderClock clock) {
        return new HitAudit(audits, clock);
    }

    @Bean
    MeterBinder larderAuditMeters(CacheAuditor audits) {
        return registry -> {
            if (audits.policy().isEnabled()) {
                for (AuditOutcome outcome : AuditOutcome.values()) {
                    FunctionCounter.builder("larder.audit.checks", audits, all -> all.checks(outcome))
                            .description("Checks of the auditor; differs counts proven stale hits")
                            .tag(
                                    "outcome",
                                    outcome.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                            .register(registry);
                }
            }
        };
    }

    @Bean
    StoreAdvisor larderAdvisor(
            AdvisorProperties properties,
            StoreProperties store,
            ObjectProvider<TriedSizes> sizes,
            ResponseStore responseStore,
            LarderClock clock) {
        TriedSizes tried = sizes.getIfAvailable(() -> TriedSizes.DEFAULT);
        long seed = ThreadLocalRandom.current().nextLong();
        return StoreAdvisor.of(properties.settings(store, tried, seed), responseStore, clock);
    }

    @Bean
    DryRunQueue larderDryRuns(TtlAdvisorProperties properties, RuleSet rules) {
        if (rules.hasDryRun()) {
            log.info("Dry run: requests are forwarded as if there were no cache, and nothing is answered from the store"
                    + ", where larder.dry-run or a rule says so. What it finds is shown by /actuator/larderdryrun.");
        }
        return new DryRunQueue(
                new DryRunEvaluator(properties.staleness(), rules::names), Schedulers.boundedElastic()::schedule);
    }

    @Bean
    DryRunInterceptor larderDryRunInterceptor(
            DryRunQueue dryRuns, ResponseStore responseStore, LarderClock clock, OriginTags originTags) {
        return new DryRunInterceptor(dryRuns, responseStore, clock, originTags);
    }
}
