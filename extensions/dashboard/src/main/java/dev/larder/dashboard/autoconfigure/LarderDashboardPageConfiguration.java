package dev.larder.dashboard.autoconfigure;

import dev.larder.dashboard.DashboardController;
import dev.larder.dashboard.DashboardService;
import dev.larder.gateway.actuate.CacheDecisionExplainer;
import dev.larder.gateway.actuate.access.OperatorHostNames;
import dev.larder.gateway.actuate.access.OperatorPaths;
import dev.larder.gateway.autoconfigure.ActuateProperties;
import dev.larder.gateway.message.LarderClock;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;

/**
 * Adds the page to the actuator's server: on the management port, or on the gateway's own if that is the same. It has no
 * annotation by which the executable's component scan would find it for the data port.
 */
@ConditionalOnBean(DashboardService.class)
public class LarderDashboardPageConfiguration {

    @Bean
    DashboardController larderPage(
            DashboardService dashboard,
            CacheDecisionExplainer explainer,
            LarderDashboardAutoConfiguration.Orders orders,
            LarderClock clock,
            ActuateProperties properties) {
        return new DashboardController(
                dashboard, explainer, orders.endpoint(), clock, OperatorHostNames.named(properties.hosts()));
    }

    /** Returns the page's paths, which only operators may use if tokens identify them. */
    @Bean
    OperatorPaths larderPageArea() {
        return OperatorPaths.ofPage(DashboardController.PATHS);
    }

    @Bean
    SmartInitializingSingleton larderPageRegistration(
            DashboardController page,
            @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping handlers) {
        return () -> page.register(handlers);
    }
}
