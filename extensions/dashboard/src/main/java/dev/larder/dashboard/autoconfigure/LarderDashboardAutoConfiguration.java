package dev.larder.dashboard.autoconfigure;

import dev.larder.dashboard.DashboardPermissions;
import dev.larder.dashboard.DashboardService;
import dev.larder.gateway.actuate.CacheDecisionExplainer;
import dev.larder.gateway.actuate.EntryViewFactory;
import dev.larder.gateway.actuate.LarderEndpoint;
import dev.larder.gateway.actuate.OperatorActionGuard;
import dev.larder.gateway.actuate.StoreInspector;
import dev.larder.gateway.actuate.StorePurger;
import dev.larder.gateway.actuate.StoreScan;
import dev.larder.gateway.actuate.page.PageSection;
import dev.larder.gateway.autoconfigure.ActuateProperties;
import dev.larder.gateway.autoconfigure.LarderActuateAutoConfiguration;
import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.RecentMisses;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.store.NamedStores;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.ResponseVariants;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;

/** Configures the data of the operators' page, if the page is enabled. */
@AutoConfiguration(after = LarderActuateAutoConfiguration.class, before = ManagementContextAutoConfiguration.class)
@ConditionalOnClass(ManagementContextAutoConfiguration.class)
@ConditionalOnProperty("larder.dashboard.enabled")
@ConditionalOnBean(Invalidator.class)
@EnableConfigurationProperties({DashboardProperties.class, ActuateProperties.class})
@ImportRuntimeHints(DashboardRuntimeHints.class)
public class LarderDashboardAutoConfiguration {

    /** Maximum number of entries scanned for notable ones. */
    private static final int LOOKED_THROUGH = 10_000;

    /** Maximum number of keys scanned for a URL. */
    private static final long INSPECTED = 100_000;

    private static final String PORT = "management.server.port";

    @Bean
    @ConditionalOnMissingBean
    StorePurger larderPurger(
            NamedStores<ResponseVariants> stores, Invalidator invalidator, RuleSet rules, CachePolicy larderPolicy) {
        return new StorePurger(stores.together(), invalidator, rules, larderPolicy);
    }

    @Bean
    @ConditionalOnMissingBean
    StoreInspector larderInspector(
            NamedStores<ResponseVariants> stores, Invalidator invalidator, RuleSet rules, OriginTags originTags) {
        return new StoreInspector(stores, invalidator, rules, new EntryViewFactory(originTags));
    }

    @Bean
    CacheDecisionExplainer larderExplainer(StoreInspector inspector, RecentMisses misses) {
        return new CacheDecisionExplainer(inspector, misses, INSPECTED);
    }

    @Bean
    StoreScan larderSurvey(NamedStores<ResponseVariants> stores, Invalidator invalidator, RuleSet rules) {
        return new StoreScan(stores, invalidator, rules, LOOKED_THROUGH);
    }

    /** Holds the endpoint through which the page purges, whether the endpoint is exposed or not. */
    record Orders(LarderEndpoint endpoint) {}

    @Bean
    Orders larderPageOrders(
            StoreInspector inspector, StorePurger purger, LarderClock clock, OperatorActionGuard ordering) {
        return new Orders(new LarderEndpoint(inspector, purger, clock, List.of(), ordering));
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    DashboardService larderDashboard(
            ObjectProvider<MeterRegistry> registry,
            StoreScan scan,
            ObjectProvider<PageSection> sections,
            LarderClock clock,
            DashboardPermissions rights,
            Environment environment) {
        requirePort(environment);
        return new DashboardService(
                registry.getIfAvailable(CompositeMeterRegistry::new),
                scan,
                () -> sections.orderedStream().toList(),
                clock,
                rights);
    }

    /** Limits the page to the actuator's access to the endpoint. */
    @Bean
    DashboardPermissions larderPageRights(ObjectProvider<EndpointAccessResolver> access, ActuateProperties actuate) {
        return new DashboardPermissions(
                Optional.ofNullable(access.getIfAvailable())
                        .map(resolver -> resolver.accessFor(EndpointId.of("larder"), Access.UNRESTRICTED))
                        .orElse(Access.UNRESTRICTED),
                actuate.writeEnabled());
    }

    private static void requirePort(Environment environment) {
        PropertyChecks.that(
                ManagementPortType.get(environment) != ManagementPortType.DISABLED,
                PORT,
                environment.getProperty(PORT),
                "larder.dashboard.enabled wants a page, and there is no port to show it on",
                "9090");
    }
}
