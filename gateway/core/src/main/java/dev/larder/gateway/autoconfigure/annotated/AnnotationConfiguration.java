package dev.larder.gateway.autoconfigure.annotated;

import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.filter.UnsafeRequestHandler;
import dev.larder.gateway.filter.WriteInvalidationGatewayFilterFactory;
import dev.larder.gateway.route.Rules;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.gateway.route.RouteDefinitionLocator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/** What annotations on routes need; part of the auto-configuration. */
@Configuration(proxyBeanMethods = false)
@Import(ContractRegistrar.class)
public class AnnotationConfiguration {

    @Bean
    static RuleAnnotations larderRuleAnnotations(ConfigurableEnvironment environment) {
        return new RuleAnnotations(environment);
    }

    @Bean
    static LocatorRules larderLocatorRules(
            ObjectProvider<AnnotatedLocator> annotated,
            ObjectProvider<CacheGatewayFilterFactory> caches,
            ObjectProvider<WriteInvalidationGatewayFilterFactory> writes) {
        return new LocatorRules(annotated, caches, writes);
    }

    @Bean
    InitializingBean larderBufferedContracts(
            ObjectProvider<AnnotatedRoute> routes,
            Environment environment,
            ObjectProvider<Rules> rules,
            ObjectProvider<UnsafeRequestHandler> handlers) {
        return () -> rules.ifAvailable(known -> BufferedContracts.check(
                routes.stream().toList(),
                environment,
                known,
                handlers.getIfAvailable(() -> UnsafeRequestHandler.NONE)));
    }

    @Bean
    RouteDefinitionLocator larderContractRoutes(ObjectProvider<AnnotatedRoute> routes, Environment environment) {
        return new ContractRoutes(routes.stream().toList(), environment);
    }
}
