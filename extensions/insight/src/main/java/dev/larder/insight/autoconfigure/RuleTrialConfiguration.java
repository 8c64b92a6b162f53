package dev.larder.insight.autoconfigure;

import dev.larder.gateway.describe.UnkeyedFields;
import dev.larder.gateway.exchange.CacheLimits;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.insight.trial.SampledRuleTrial;
import dev.larder.insight.trial.TrafficSample;
import dev.larder.insight.trial.TrafficSampler;
import java.util.Objects;
import java.util.OptionalDouble;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps recent traffic and tries changed rules on it, if that is configured. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(RuleTrialProperties.WINDOW)
class RuleTrialConfiguration {

    @Bean
    TrafficSample larderTrafficSample(RuleTrialProperties properties) {
        return new TrafficSample(Objects.requireNonNull(properties.window(), RuleTrialProperties.WINDOW));
    }

    @Bean
    SampledRuleTrial larderRuleTrial(
            RuleTrialProperties properties,
            TrafficSample sample,
            CacheLimits limits,
            OriginTags originTags,
            LarderClock clock) {
        Double most = properties.maxHitRatioLoss();
        return new SampledRuleTrial(
                sample, limits, originTags, clock, most == null ? OptionalDouble.empty() : OptionalDouble.of(most));
    }

    @Bean
    TrafficSampler larderTrafficSampler(TrafficSample sample, UnkeyedFields unkeyed, LarderClock clock) {
        return new TrafficSampler(sample, unkeyed, clock);
    }

    @Bean
    GlobalFilter larderResponseSampler(TrafficSampler sampler) {
        return sampler.responses();
    }

    @Bean
    GlobalFilter larderRequestSampler(TrafficSampler sampler) {
        return sampler.requests();
    }
}
