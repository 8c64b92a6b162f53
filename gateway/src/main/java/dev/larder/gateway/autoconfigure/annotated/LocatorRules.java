package dev.larder.gateway.autoconfigure.annotated;

import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.cloud.gateway.route.RouteLocator;

/** Gives the filter {@code Cache} to the routes of locators that an annotation puts under a rule. */
final class LocatorRules implements BeanPostProcessor {

    private final ObjectProvider<AnnotatedLocator> annotated;
    private final ObjectProvider<CacheGatewayFilterFactory> filters;

    LocatorRules(ObjectProvider<AnnotatedLocator> annotated, ObjectProvider<CacheGatewayFilterFactory> filters) {
        this.annotated = annotated;
        this.filters = filters;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof RouteLocator locator
                ? annotated.stream()
                        .filter(each -> each.bean().equals(name))
                        .findFirst()
                        .<Object>map(each -> new RuledRouteLocator(
                                locator, filters.getObject().cache(each.rule())))
                        .orElse(bean)
                : bean;
    }
}
