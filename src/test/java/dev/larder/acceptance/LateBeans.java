package dev.larder.acceptance;

import java.util.List;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;

/** Beans that are registered behind those of Larder, as those of most auto-configurations are. */
final class LateBeans {

    private static final List<String> SENDING = List.of("routingFilter", "forwardRoutingFilter");

    private LateBeans() {}

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
