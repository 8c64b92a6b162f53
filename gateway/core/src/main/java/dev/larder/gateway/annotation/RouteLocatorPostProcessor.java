package dev.larder.gateway.annotation;

import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.filter.WriteInvalidationGatewayFilterFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.route.RouteLocator;

/** Adds the filter for the annotated rule to the routes of annotated locators. */
final class RouteLocatorPostProcessor implements BeanPostProcessor {

    private final ObjectProvider<AnnotatedLocator> annotated;
    private final ObjectProvider<CacheGatewayFilterFactory> caches;
    private final ObjectProvider<WriteInvalidationGatewayFilterFactory> writes;

    RouteLocatorPostProcessor(
            ObjectProvider<AnnotatedLocator> annotated,
            ObjectProvider<CacheGatewayFilterFactory> caches,
            ObjectProvider<WriteInvalidationGatewayFilterFactory> writes) {
        this.annotated = annotated;
        this.caches = caches;
        this.writes = writes;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof RouteLocator locator
                ? annotated.stream()
                        .filter(each -> each.bean().equals(name))
                        .findFirst()
                        .<Object>map(each -> new RuledRouteLocator(locator, filter(each)))
                        .orElse(bean)
                : bean;
    }

    private GatewayFilter filter(AnnotatedLocator locator) {
        return locator.filter().equals(CacheGatewayFilterFactory.NAME)
                ? caches.getObject().cache(locator.rule())
                : writes.getObject().under(locator.rule());
    }
}
