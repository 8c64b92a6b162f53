package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.annotation.RuleAnnotationConfiguration;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.filter.PassingGatewayFilterFactory;
import dev.larder.gateway.filter.WriteInvalidationGatewayFilterFactory;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.cloud.gateway.config.GatewayAutoConfiguration;
import org.springframework.cloud.gateway.route.RouteDefinitionLocator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of a gateway whose Larder is switched off: its routes are those of Spring Cloud Gateway, and filters of Larder
 * pass everything through.
 */
@AutoConfiguration(before = GatewayAutoConfiguration.class)
@ConditionalOnClass(GatewayAutoConfiguration.class)
@Conditional(SwitchedOffCondition.class)
@Import(RuleAnnotationConfiguration.class)
public class SwitchedOffAutoConfiguration {

    @Bean
    InitializingBean larderSwitchedOff() {
        return () -> LoggerFactory.getLogger(SwitchedOffAutoConfiguration.class)
                .warn(
                        "Larder is switched off (larder.enabled=false): every request goes to its origin, writes invalidate nothing,"
                                + " and acknowledged writes are not delivered.");
    }

    @Bean
    CacheGatewayFilterFactory cacheGatewayFilterFactory() {
        return CacheGatewayFilterFactory.passing();
    }

    @Bean
    WriteInvalidationGatewayFilterFactory writeInvalidationGatewayFilterFactory() {
        return WriteInvalidationGatewayFilterFactory.passing();
    }

    /** The filters of the extensions, whether or not those are there. */
    @Bean
    static BeanDefinitionRegistryPostProcessor larderPassingFilters() {
        return beans -> ExtensionJars.filters().forEach(filter -> PassingGatewayFilterFactory.register(filter, beans));
    }

    @Bean
    @ConditionalOnProperty("larder.origin")
    RouteDefinitionLocator larderOriginRoute(Environment environment) {
        return OriginRoute.to(environment.getRequiredProperty("larder.origin"));
    }
}
