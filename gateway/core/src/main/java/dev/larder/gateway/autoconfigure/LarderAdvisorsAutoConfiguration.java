package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.actuate.LarderDryRunEndpoint;
import dev.larder.gateway.actuate.LarderTtlEndpoint;
import dev.larder.gateway.actuate.page.AuditSection;
import dev.larder.gateway.actuate.page.DryRunBlocks;
import dev.larder.gateway.actuate.page.EndpointSection;
import dev.larder.gateway.actuate.page.PageSection;
import dev.larder.gateway.filter.Advisors;
import dev.larder.gateway.observe.audit.Audits;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/**
 * Adds the actuator endpoints {@code larderdryrun} and {@code larderttl} where they are exposed, and what the page for operators
 * shows of checks and proposals.
 */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Advisors.class)
public class LarderAdvisorsAutoConfiguration {

    @Bean
    @Order(1)
    PageSection larderAuditSection(Audits audits) {
        return new AuditSection(audits);
    }

    /** Where that endpoint is exposed. */
    @Bean
    @Order(4)
    PageSection larderAdvisorSection(ListableBeanFactory beans) {
        return new EndpointSection(beans, "larderadvisor", "Advisor");
    }

    /** Where that endpoint is exposed. */
    @Bean
    @Order(5)
    PageSection larderTtlSection(ListableBeanFactory beans) {
        return new EndpointSection(beans, "larderttl", "Lifetimes");
    }

    /** Where that endpoint is exposed. */
    @Bean
    @Order(6)
    PageSection larderDryRunSection(ListableBeanFactory beans) {
        return new EndpointSection(beans, "larderdryrun", "Dry run", DryRunBlocks::of);
    }

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
