package dev.larder.insight.autoconfigure;

import dev.larder.gateway.actuate.EndpointView;
import dev.larder.gateway.actuate.page.EndpointSection;
import dev.larder.gateway.actuate.page.PageSection;
import dev.larder.gateway.autoconfigure.LarderOperatorsAutoConfiguration;
import dev.larder.insight.actuate.AdvisorReportBlocks;
import dev.larder.insight.actuate.AuditPageSection;
import dev.larder.insight.actuate.DryRunReportBlocks;
import dev.larder.insight.actuate.LarderAdvisorEndpoint;
import dev.larder.insight.actuate.LarderDryRunEndpoint;
import dev.larder.insight.actuate.LarderTtlEndpoint;
import dev.larder.insight.advisor.StoreAdvisor;
import dev.larder.insight.audit.CacheAuditor;
import dev.larder.insight.dryrun.DryRunQueue;
import dev.larder.insight.lifetime.ChangeIntervalRecorder;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/**
 * Adds the actuator endpoints {@code larderadvisor}, {@code larderdryrun} and {@code larderttl} if they are exposed, the view
 * {@code audit} of the endpoint {@code larder}, and their sections of the operators' page.
 */
@AutoConfiguration(after = {LarderInsightAutoConfiguration.class, LarderOperatorsAutoConfiguration.class})
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(ChangeIntervalRecorder.class)
public class LarderInsightEndpointsAutoConfiguration {

    @Bean
    @Order(1)
    PageSection larderAuditSection(CacheAuditor audits) {
        return new AuditPageSection(audits);
    }

    /** Present if that endpoint is exposed. */
    @Bean
    @Order(4)
    PageSection larderAdvisorSection(ListableBeanFactory beans) {
        return new EndpointSection(beans, "larderadvisor", "Advisor", AdvisorReportBlocks::of);
    }

    /** Present if that endpoint is exposed. */
    @Bean
    @Order(5)
    PageSection larderTtlSection(ListableBeanFactory beans) {
        return new EndpointSection(beans, "larderttl", "Lifetimes");
    }

    /** Present if that endpoint is exposed. */
    @Bean
    @Order(6)
    PageSection larderDryRunSection(ListableBeanFactory beans) {
        return new EndpointSection(beans, "larderdryrun", "Dry run", DryRunReportBlocks::of);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    LarderDryRunEndpoint larderDryRunEndpoint(DryRunQueue dryRuns) {
        return new LarderDryRunEndpoint(dryRuns::report);
    }

    /** Adds the view to the endpoint {@code larder}. */
    @Bean
    EndpointView larderAuditView(CacheAuditor audits) {
        return new EndpointView("audit", audits::report);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    LarderAdvisorEndpoint larderAdvisorEndpoint(StoreAdvisor advisor) {
        return new LarderAdvisorEndpoint(advisor::report);
    }

    @Bean
    @ConditionalOnAvailableEndpoint
    LarderTtlEndpoint larderTtlEndpoint(ChangeIntervalRecorder lifetimes) {
        return new LarderTtlEndpoint(lifetimes::report);
    }
}
