package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.actuate.LarderDryRunEndpoint;
import dev.larder.gateway.actuate.LarderTtlEndpoint;
import dev.larder.gateway.filter.Advisors;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Adds the actuator endpoints {@code larderdryrun} and {@code larderttl} where they are exposed. */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Advisors.class)
public class LarderAdvisorsAutoConfiguration {

    @Bean
    @ConditionalOnAvailableEndpoint
    LarderDryRunEndpoint larderDryRunEndpoint(Advisors advisors) {
        return new LarderDryRunEndpoint(advisors.dryRuns()::report);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    LarderTtlEndpoint larderTtlEndpoint(Advisors advisors) {
        return new LarderTtlEndpoint(advisors.lifetimes()::report);
    }
}
