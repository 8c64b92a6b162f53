package dev.larder.gateway.annotation;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;

/** Registers settings from annotations as beans with only text arguments, which an application built ahead of time preserves. */
final class AnnotationBeanRegistrar {

    private final BeanDefinitionRegistry registry;

    AnnotationBeanRegistrar(BeanDefinitionRegistry registry) {
        this.registry = registry;
    }

    /** Registers a route unless it is already registered. */
    void route(String element, AnnotatedRoute route) {
        register(
                AnnotatedRoute.class,
                element,
                route.contract(),
                route.id(),
                PlaceholderEscaper.hidden(route.uri()),
                PlaceholderEscaper.hidden(route.path()),
                route.method(),
                route.rule());
    }

    /** Registers a rule unless it is already registered. */
    void rule(String element, AnnotatedRule rule) {
        register(
                AnnotatedRule.class,
                element,
                rule.name(),
                rule.element(),
                PlaceholderEscaper.each(rule.values(), PlaceholderEscaper::hidden),
                PlaceholderEscaper.each(rule.annotations(), PlaceholderEscaper::hidden));
    }

    /** Registers a locator unless it is already registered. */
    void locator(String element, AnnotatedLocator locator) {
        register(AnnotatedLocator.class, element, locator.bean(), locator.rule(), locator.filter());
    }

    private void register(Class<?> type, String element, Object... arguments) {
        String name = type.getName() + '#' + element;
        if (registry.containsBeanDefinition(name)) {
            return;
        }
        var definition = BeanDefinitionBuilder.rootBeanDefinition(type).setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
        for (Object argument : arguments) {
            definition.addConstructorArgValue(argument);
        }
        registry.registerBeanDefinition(name, definition.getBeanDefinition());
    }
}
