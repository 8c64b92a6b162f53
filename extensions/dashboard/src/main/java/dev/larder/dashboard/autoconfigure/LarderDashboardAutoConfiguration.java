package dev.larder.dashboard.autoconfigure;

import dev.larder.dashboard.Dashboard;
import dev.larder.dashboard.Rights;
import dev.larder.gateway.actuate.EntryViews;
import dev.larder.gateway.actuate.Explainer;
import dev.larder.gateway.actuate.Inspector;
import dev.larder.gateway.actuate.LarderEndpoint;
import dev.larder.gateway.actuate.Ordering;
import dev.larder.gateway.actuate.Purger;
import dev.larder.gateway.actuate.Survey;
import dev.larder.gateway.actuate.page.PageSection;
import dev.larder.gateway.autoconfigure.ActuateProperties;
import dev.larder.gateway.autoconfigure.LarderActuateAutoConfiguration;
import dev.larder.gateway.autoconfigure.Require;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.NamedStores;
import dev.larder.gateway.exchange.OriginTags;
import dev.larder.gateway.observe.RecentMisses;
import dev.larder.gateway.route.Rules;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.Variants;
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

/** What the page for operators shows, where it is enabled. */
@AutoConfiguration(after = LarderActuateAutoConfiguration.class, before = ManagementContextAutoConfiguration.class)
@ConditionalOnClass(ManagementContextAutoConfiguration.class)
@ConditionalOnProperty("larder.dashboard.enabled")
@ConditionalOnBean(Invalidator.class)
@EnableConfigurationProperties({DashboardProperties.class, ActuateProperties.class})
@ImportRuntimeHints(DashboardHints.class)
public class LarderDashboardAutoConfiguration {

    /** Entries that are looked through for what stands out. */
    private static final int LOOKED_THROUGH = 10_000;

    /** Keys that are looked through for a URL. */
    private static final long INSPECTED = 100_000;

    private static final String PORT = "management.server.port";

    @Bean
    @ConditionalOnMissingBean
    Purger larderPurger(NamedStores<Variants> stores, Invalidator invalidator, Rules rules, CachePolicy larderPolicy) {
        return new Purger(stores.together(), invalidator, rules, larderPolicy);
    }

    @Bean
    @ConditionalOnMissingBean
    Inspector larderInspector(
            NamedStores<Variants> stores, Invalidator invalidator, Rules rules, OriginTags originTags) {
        return new Inspector(stores, invalidator, rules, new EntryViews(originTags));
    }

    @Bean
    Explainer larderExplainer(Inspector inspector, RecentMisses misses) {
        return new Explainer(inspector, misses, INSPECTED);
    }

    @Bean
    Survey larderSurvey(NamedStores<Variants> stores, Invalidator invalidator, Rules rules) {
        return new Survey(stores, invalidator, rules, LOOKED_THROUGH);
    }

    /** What purges for the page, whether the endpoint is exposed or not. */
    record Orders(LarderEndpoint endpoint) {}

    @Bean
    Orders larderPageOrders(Inspector inspector, Purger purger, LarderClock clock, Ordering ordering) {
        return new Orders(new LarderEndpoint(inspector, purger, clock, List.of(), ordering));
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    Dashboard larderDashboard(
            ObjectProvider<MeterRegistry> registry,
            Survey survey,
            ObjectProvider<PageSection> sections,
            LarderClock clock,
            Rights rights,
            Environment environment) {
        requirePort(environment);
        return new Dashboard(
                registry.getIfAvailable(CompositeMeterRegistry::new),
                survey,
                () -> sections.orderedStream().toList(),
                clock,
                rights);
    }

    /** As far as the actuator lets anybody use the endpoint. */
    @Bean
    Rights larderPageRights(ObjectProvider<EndpointAccessResolver> access, ActuateProperties actuate) {
        return new Rights(
                Optional.ofNullable(access.getIfAvailable())
                        .map(resolver -> resolver.accessFor(EndpointId.of("larder"), Access.UNRESTRICTED))
                        .orElse(Access.UNRESTRICTED),
                actuate.writeEnabled());
    }

    private static void requirePort(Environment environment) {
        Require.that(
                ManagementPortType.get(environment) != ManagementPortType.DISABLED,
                PORT,
                environment.getProperty(PORT),
                "larder.dashboard.enabled wants a page, and there is no port to show it on",
                "9090");
    }
}
