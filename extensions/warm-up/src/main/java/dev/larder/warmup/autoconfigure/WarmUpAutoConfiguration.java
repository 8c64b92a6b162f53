package dev.larder.warmup.autoconfigure;

import dev.larder.gateway.actuate.EndpointView;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.warmup.WarmUp;
import dev.larder.warmup.WarmUpOutcome;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Fills the store after the start if a source of targets is configured. */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnBean(RuleSet.class)
@Conditional(OnWarmUpSourceCondition.class)
@EnableConfigurationProperties(WarmUpProperties.class)
public class WarmUpAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(WarmUpAutoConfiguration.class);

    @Bean
    WarmUp larderWarmUp(WarmUpProperties properties, LarderClock clock) {
        return new WarmUp(
                new WarmUp.Limits(properties.maxRate(), properties.maxConcurrency(), properties.maxTargets()), clock);
    }

    @Bean
    WarmUpLifecycle larderWarmUpLifecycle(
            WarmUp warmUp, WarmUpProperties properties, ServerProperties server, ApplicationContext context) {
        return new WarmUpLifecycle(warmUp, properties, server, context);
    }

    /** Spring Boot reports readiness when all runners have ended. */
    @Bean
    ApplicationRunner larderWarmUpReadiness(WarmUp warmUp, WarmUpProperties properties) {
        return arguments -> {
            if (!properties.readinessTimeout().isZero() && !warmUp.await(properties.readinessTimeout())) {
                log.warn(
                        "The warm-up is not over after {}: the gateway reports that it is ready.",
                        properties.readinessTimeout());
            }
        };
    }

    /** Adds the view to the endpoint {@code larder}. */
    @Bean
    EndpointView larderWarmUpView(WarmUp warmUp) {
        return new EndpointView("warm-up", warmUp::progress);
    }

    @Bean
    MeterBinder larderWarmUpMeters(WarmUp warmUp) {
        return registry -> {
            for (WarmUpOutcome outcome : WarmUpOutcome.values()) {
                FunctionCounter.builder("larder.warm.up.requests", warmUp, counted -> counted.count(outcome))
                        .description("Requests of the warm-up, by what they brought; other meters count them too.")
                        .tag("outcome", outcome.word())
                        .register(registry);
            }
        };
    }
}
