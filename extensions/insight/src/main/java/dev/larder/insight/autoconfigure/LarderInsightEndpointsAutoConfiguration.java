package dev.larder.insight.autoconfigure;

import dev.larder.gateway.actuate.EndpointView;
import dev.larder.gateway.actuate.page.EndpointSection;
import dev.larder.gateway.actuate.page.PageSection;
import dev.larder.gateway.autoconfigure.LarderOperatorsAutoConfiguration;
import dev.larder.insight.actuate.AuditSection;
import dev.larder.insight.actuate.DryRunBlocks;
import dev.larder.insight.actuate.LarderAdvisorEndpoint;
import dev.larder.insight.actuate.LarderDryRunEndpoint;
import dev.larder.insight.actuate.LarderTtlEndpoint;
import dev.larder.insight.advisor.Advisor;
import dev.larder.insight.audit.Audits;
import dev.larder.insight.dryrun.Backlog;
import dev.larder.insight.lifetime.Lifetimes;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/**
 * Adds the actuator endpoints {@code larderadvisor}, {@code larderdryrun} and {@code larderttl} where they are exposed, the view
 * {@code audit} of the endpoint {@code larder}, and what the page for operators shows of them.
 */
@AutoConfiguration(after = {LarderInsightAutoConfiguration.class, LarderOperatorsAutoConfiguration.class})
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Lifetimes.class)
public class LarderInsightEndpointsAutoConfiguration {

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
    LarderDryRunEndpoint larderDryRunEndpoint(Backlog dryRuns) {
        return new LarderDryRunEndpoint(dryRuns::report);
    }

    /** Of the endpoint {@code larder}. */
    @Bean
    EndpointView larderAuditView(Audits audits) {
        return new EndpointView("audit", audits::report);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    LarderAdvisorEndpoint larderAdvisorEndpoint(Advisor advisor) {
        return new LarderAdvisorEndpoint(advisor::report);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    LarderTtlEndpoint larderTtlEndpoint(Lifetimes lifetimes) {
        return new LarderTtlEndpoint(lifetimes::report);
    }
}
