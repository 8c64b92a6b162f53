package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.actuate.EndpointView;
import dev.larder.gateway.actuate.EntryViews;
import dev.larder.gateway.actuate.Inspector;
import dev.larder.gateway.actuate.LarderEndpoint;
import dev.larder.gateway.actuate.Ordering;
import dev.larder.gateway.actuate.Purger;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.NamedStores;
import dev.larder.gateway.exchange.OriginTags;
import dev.larder.gateway.hitpath.HitPath;
import dev.larder.gateway.route.Rules;
import dev.larder.invalidation.Invalidator;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.Variants;
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

/** Adds the actuator endpoint {@code larder}, where it is exposed. */
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
        Purger larderPurger(
                NamedStores<Variants> stores, Invalidator invalidator, Rules rules, CachePolicy larderPolicy) {
            return new Purger(stores.together(), invalidator, rules, larderPolicy);
        }

        @Bean
        Inspector larderInspector(
                NamedStores<Variants> stores, Invalidator invalidator, Rules rules, OriginTags originTags) {
            return new Inspector(stores, invalidator, rules, new EntryViews(originTags));
        }

        @Bean
        LarderEndpoint larderEndpoint(
                Inspector inspector,
                Purger purger,
                LarderClock clock,
                ObjectProvider<EndpointView> views,
                HitPath hitPath,
                Ordering ordering) {
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
