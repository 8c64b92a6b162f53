package dev.larder.insight.autoconfigure;

import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.OriginTags;
import dev.larder.gateway.exchange.Shelf;
import dev.larder.gateway.route.Rules;
import dev.larder.insight.dryrun.Backlog;
import dev.larder.insight.dryrun.DryRunInterceptor;
import dev.larder.insight.dryrun.DryRuns;
import dev.larder.insight.lifetime.Lifetimes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import reactor.core.scheduler.Schedulers;

/** Learns from requests what to propose: how long bodies live, and what the cache would have done where it is not in use. */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnBean(Rules.class)
@EnableConfigurationProperties(TtlAdvisorProperties.class)
public class LarderInsightAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(LarderInsightAutoConfiguration.class);

    @Bean
    Lifetimes larderLifetimes(TtlAdvisorProperties properties, Rules rules) {
        return new Lifetimes(properties.staleness(), rules.names());
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
