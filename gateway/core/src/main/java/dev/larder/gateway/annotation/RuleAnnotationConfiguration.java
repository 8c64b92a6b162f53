package dev.larder.gateway.annotation;

import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.filter.UnsafeRequestHandler;
import dev.larder.gateway.filter.WriteInvalidationGatewayFilterFactory;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.rule.RuleSetCheck;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.gateway.route.RouteDefinitionLocator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/** Configures annotations on routes; part of the auto-configuration. */
@Configuration(proxyBeanMethods = false)
@Import(ContractRegistrar.class)
public class RuleAnnotationConfiguration {

    @Bean
    static RuleAnnotationRegistrar larderRuleAnnotations(ConfigurableEnvironment environment) {
        return new RuleAnnotationRegistrar(environment);
    }

    @Bean
    static RouteLocatorPostProcessor larderLocatorRules(
            ObjectProvider<AnnotatedLocator> annotated,
            ObjectProvider<CacheGatewayFilterFactory> caches,
            ObjectProvider<WriteInvalidationGatewayFilterFactory> writes) {
        return new RouteLocatorPostProcessor(annotated, caches, writes);
    }

    @Bean
    InitializingBean larderBufferedContracts(
            ObjectProvider<AnnotatedRoute> routes,
            Environment environment,
            ObjectProvider<RuleSet> rules,
            ObjectProvider<UnsafeRequestHandler> handlers) {
        return () -> rules.ifAvailable(known -> BufferedContractChecks.check(
                routes.stream().toList(),
                environment,
                known,
                handlers.getIfAvailable(() -> UnsafeRequestHandler.NONE)));
    }

    @Bean
    RuleSetCheck larderBufferedContractCheck(
            ObjectProvider<AnnotatedRoute> routes,
            Environment environment,
            ObjectProvider<UnsafeRequestHandler> handlers) {
        return candidate -> BufferedContractChecks.check(
                routes.stream().toList(),
                environment,
                candidate,
                handlers.getIfAvailable(() -> UnsafeRequestHandler.NONE));
    }

    @Bean
    RouteDefinitionLocator larderContractRoutes(ObjectProvider<AnnotatedRoute> routes, Environment environment) {
        return new ContractRouteDefinitionLocator(routes.stream().toList(), environment);
    }
}
