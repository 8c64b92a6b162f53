package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.actuate.page.AuditSection;
import dev.larder.gateway.actuate.page.EndpointSection;
import dev.larder.gateway.actuate.page.PageSection;
import dev.larder.gateway.observe.audit.Audits;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/** What the page for operators shows of checks and of other stores. */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Audits.class)
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
}
