package dev.larder.gateway.autoconfigure.annotated;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;

/** Registers what annotations say as beans made of nothing but text, which an application built ahead of time keeps. */
final class AnnotationBeanRegistrar {

    private final BeanDefinitionRegistry registry;

    AnnotationBeanRegistrar(BeanDefinitionRegistry registry) {
        this.registry = registry;
    }

    /** Registers it unless it is there already. */
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

    /** Registers it unless it is there already. */
    void rule(String element, AnnotatedRule rule) {
        register(
                AnnotatedRule.class,
                element,
                rule.name(),
                rule.element(),
                PlaceholderEscaper.each(rule.values(), PlaceholderEscaper::hidden),
                PlaceholderEscaper.each(rule.annotations(), PlaceholderEscaper::hidden));
    }

    /** Registers it unless it is there already. */
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
