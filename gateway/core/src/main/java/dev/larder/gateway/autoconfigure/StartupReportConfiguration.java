package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.rule.RuleSet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.cloud.gateway.event.RefreshRoutesResultEvent;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/** Configures what operators are told at the start: what is cached, and which settings have no effect. Imported, never found by a component scan. */
class StartupReportConfiguration {

    @Bean
    ApplicationListener<RefreshRoutesResultEvent> larderRuleRoutes(
            RuleSet rules, ObjectProvider<RouteLocator> routes, ConfigurableEnvironment environment) {
        var warnings = new RuleRouteWarnings(environment);
        Runnable check = () -> routes.ifAvailable(locator ->
                locator.getRoutes().collectList().subscribe(now -> warnings.check(rules, now), unknown -> {}));
        rules.whenReplaced(check);
        return event -> {
            if (event.isSuccess()) {
                check.run();
            }
        };
    }

    @Bean
    SmartInitializingSingleton larderIneffectiveSettings(ConfigurableApplicationContext context, RuleSet rules) {
        return () -> IneffectiveSettings.warn(context, rules);
    }

    @Bean
    StartReport larderStartReport(
            ObjectProvider<RouteLocator> routes,
            StoreProperties store,
            LarderProperties properties,
            Environment environment) {
        return new StartReport(routes, store, properties, environment);
    }
}
