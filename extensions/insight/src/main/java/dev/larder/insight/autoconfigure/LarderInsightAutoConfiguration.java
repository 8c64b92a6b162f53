package dev.larder.insight.autoconfigure;

import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.autoconfigure.LarderProperties;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.OriginTags;
import dev.larder.gateway.exchange.Shelf;
import dev.larder.gateway.route.Rules;
import dev.larder.insight.advisor.Advisor;
import dev.larder.insight.advisor.StorePolicy;
import dev.larder.insight.advisor.TriedSizes;
import dev.larder.insight.audit.Audits;
import dev.larder.insight.audit.HitAudit;
import dev.larder.insight.audit.Outcome;
import dev.larder.insight.dryrun.Backlog;
import dev.larder.insight.dryrun.DryRunInterceptor;
import dev.larder.insight.dryrun.DryRuns;
import dev.larder.insight.lifetime.Lifetimes;
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
 * Learns from requests what to propose: how long bodies live, what the cache would have done where it is not in use, whether
 * another size or policy would be better, and whether answers from the store are stale.
 */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnBean(Rules.class)
@EnableConfigurationProperties({AdvisorProperties.class, AuditProperties.class, TtlAdvisorProperties.class})
@Import(StorePolicyConfiguration.class)
public class LarderInsightAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(LarderInsightAutoConfiguration.class);

    @Bean
    Lifetimes larderLifetimes(TtlAdvisorProperties properties, Rules rules) {
        return new Lifetimes(properties.staleness(), rules.names());
    }

    @Bean
    Audits larderAudits(AuditProperties properties, Rules rules) {
        return new Audits(
                properties.policy(),
                rules.couplings(),
                () -> ThreadLocalRandom.current().nextDouble());
    }

    @Bean
    HitAudit larderHitAudit(Audits audits, LarderClock clock) {
        return new HitAudit(audits, clock);
    }

    @Bean
    MeterBinder larderAuditMeters(Audits audits) {
        return registry -> {
            if (audits.policy().on()) {
                for (Outcome outcome : Outcome.values()) {
                    FunctionCounter.builder("larder.audit.checks", audits, all -> all.checks(outcome))
                            .description("Checks of answers from the store")
                            .tag(
                                    "outcome",
                                    outcome.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                            .register(registry);
                }
            }
        };
    }

    @Bean
    Advisor larderAdvisor(
            AdvisorProperties properties,
            LarderProperties larder,
            StorePolicy policy,
            ObjectProvider<TriedSizes> sizes,
            Shelf shelf,
            LarderClock clock) {
        TriedSizes tried = sizes.getIfAvailable(() -> TriedSizes.DEFAULT);
        long seed = ThreadLocalRandom.current().nextLong();
        return Advisor.of(properties.settings(larder.store(), policy, tried, seed), shelf, clock);
    }

    @Bean
    Backlog larderDryRuns(TtlAdvisorProperties properties, Rules rules) {
        if (rules.anyDryRun()) {
            log.info("Dry run: requests are forwarded as if there were no cache, and nothing is answered from the store"
                    + ", where larder.dry-run or a rule says so. What it finds is shown by /actuator/larderdryrun.");
        }
        return new Backlog(new DryRuns(properties.staleness(), rules.names()), Schedulers.boundedElastic()::schedule);
    }

    @Bean
    DryRunInterceptor larderDryRunInterceptor(Backlog dryRuns, Shelf shelf, LarderClock clock, OriginTags originTags) {
        return new DryRunInterceptor(dryRuns, shelf, clock, originTags);
    }
}
