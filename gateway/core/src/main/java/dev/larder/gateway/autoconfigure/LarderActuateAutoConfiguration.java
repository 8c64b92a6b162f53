package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.actuate.CacheMode;
import dev.larder.gateway.actuate.EndpointView;
import dev.larder.gateway.actuate.EntryViewFactory;
import dev.larder.gateway.actuate.LarderEndpoint;
import dev.larder.gateway.actuate.OperatorActionGuard;
import dev.larder.gateway.actuate.RuleOperations;
import dev.larder.gateway.actuate.RuleReport;
import dev.larder.gateway.actuate.StoreInspector;
import dev.larder.gateway.actuate.StorePurger;
import dev.larder.gateway.connection.HitPath;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RuleDocumentReader;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.rule.RuleVersions;
import dev.larder.gateway.store.NamedStores;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.ResponseVariants;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Auto-configuration of the actuator endpoint {@code larder}, if it is exposed. */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(Invalidator.class)
@EnableConfigurationProperties(ActuateProperties.class)
@Import(LarderActuateAutoConfiguration.Cache.class)
public class LarderActuateAutoConfiguration {

    /** The endpoint of the cache itself. */
    @ConditionalOnAvailableEndpoint(LarderEndpoint.class)
    static class Cache {

        @Bean
        @ConditionalOnMissingBean
        StorePurger larderPurger(
                NamedStores<ResponseVariants> stores,
                Invalidator invalidator,
                RuleSet rules,
                CachePolicy larderPolicy) {
            return new StorePurger(stores.together(), invalidator, rules, larderPolicy);
        }

        @Bean
        StoreInspector larderInspector(
                NamedStores<ResponseVariants> stores, Invalidator invalidator, RuleSet rules, OriginTags originTags) {
            return new StoreInspector(stores, invalidator, rules, new EntryViewFactory(originTags));
        }

        @Bean
        EndpointView larderRuleView(RuleVersions versions) {
            return new EndpointView("rules", () -> RuleReport.of(versions));
        }

        @Bean
        CacheMode larderMode(RuleSet rules, OperatorActionGuard ordering) {
            return new CacheMode(rules, ordering);
        }

        @Bean
        EndpointView larderModeView(CacheMode mode) {
            return new EndpointView(CacheMode.VIEW, mode::view);
        }

        @Bean
        RuleOperations larderRuleOperations(
                RuleVersions versions, RuleDocumentReader reader, OperatorActionGuard ordering, CacheMode mode) {
            return new RuleOperations(versions, reader, ordering, mode);
        }

        @Bean
        LarderEndpoint larderEndpoint(
                StoreInspector inspector,
                StorePurger purger,
                LarderClock clock,
                ObjectProvider<EndpointView> views,
                HitPath hitPath,
                OperatorActionGuard ordering) {
            var own = new EndpointView("hit-path", hitPath::report);
            return new LarderEndpoint(
                    inspector,
                    purger,
                    clock,
                    Stream.concat(views.orderedStream(), Stream.of(own)).toList(),
                    ordering);
        }
    }
}
