package dev.larder.acceptance;

import java.util.List;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Beans that are registered behind those of Larder, as those of most auto-configurations are. */
final class LateBeans {

    private static final List<String> SENDING = List.of("routingFilter", "forwardRoutingFilter");

    private LateBeans() {}

    /** Returns a filter as the last of those that have an order. */
    static GlobalFilter last(GlobalFilter filter) {
        return at(Ordered.LOWEST_PRECEDENCE - 1, filter);
    }

    /** Returns a filter with an order. */
    static GlobalFilter at(int order, GlobalFilter filter) {
        return new Placed(filter, order);
    }

    private record Placed(GlobalFilter filter, int getOrder) implements GlobalFilter, Ordered {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            return filter.filter(exchange, chain);
        }
    }

    /** Registers a bean before the filters of Gateway that send requests. */
    static <T> BeanDefinitionRegistryPostProcessor beforeGateways(Class<T> type, T bean) {
        return registry -> {
            register(registry, type, bean);
            for (String name : SENDING) {
                BeanDefinition sending = registry.getBeanDefinition(name);
                registry.removeBeanDefinition(name);
                registry.registerBeanDefinition(name, sending);
            }
        };
    }

    /** Registers a bean behind all others. */
    static <T> BeanDefinitionRegistryPostProcessor last(Class<T> type, T bean) {
        return registry -> register(registry, type, bean);
    }

    private static <T> void register(BeanDefinitionRegistry registry, Class<T> type, T bean) {
        registry.registerBeanDefinition("late", new RootBeanDefinition(type, () -> bean));
    }
}
