package dev.larder.dashboard.autoconfigure;

import dev.larder.dashboard.Dashboard;
import dev.larder.dashboard.PageController;
import dev.larder.gateway.actuate.Explainer;
import dev.larder.gateway.actuate.access.Area;
import dev.larder.gateway.actuate.access.Hosts;
import dev.larder.gateway.autoconfigure.ActuateProperties;
import dev.larder.gateway.exchange.LarderClock;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/**
 * Puts the page where the actuator is: on the management port, or on the gateway's own if that is the same. It has no
 * annotation by which the executable's own scan would find it for the data port.
 */
@ConditionalOnBean(Dashboard.class)
public class LarderDashboardPageConfiguration {

    @Bean
    PageController larderPage(
            Dashboard dashboard,
            Explainer explainer,
            LarderDashboardAutoConfiguration.Orders orders,
            LarderClock clock,
            ActuateProperties properties) {
        return new PageController(dashboard, explainer, orders.endpoint(), clock, Hosts.named(properties.hosts()));
    }

    /** Its paths, which are for operators alone where tokens say who is one. */
    @Bean
    Area larderPageArea() {
        return Area.ofPage(PageController.PATHS);
    }

    @Bean
    SmartInitializingSingleton larderPageRegistration(
            PageController page, @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping handlers) {
        return () -> page.register(handlers);
    }
}
