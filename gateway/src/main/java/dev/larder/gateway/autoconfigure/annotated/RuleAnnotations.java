package dev.larder.gateway.autoconfigure.annotated;

import dev.larder.gateway.route.annotation.CacheRule;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.type.MethodMetadata;
import org.springframework.util.ClassUtils;

/**
 * Registers what {@link CacheRule} says on methods that make beans, and then makes properties of all that annotations say:
 * the last ones of the environment, so that any others win, and in time for everything that is bound.
 */
final class RuleAnnotations implements BeanDefinitionRegistryPostProcessor {

    private final ConfigurableEnvironment environment;

    RuleAnnotations(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        for (String bean : registry.getBeanDefinitionNames()) {
            if (registry.getBeanDefinition(bean) instanceof AnnotatedBeanDefinition definition) {
                MethodMetadata method = definition.getFactoryMethodMetadata();
                if (method != null) {
                    CacheRules.of(method.getAnnotations()).ifPresent(rule -> register(bean, method, rule, registry));
                }
            }
        }
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        var rules = beans.getBeansOfType(AnnotatedRule.class, true, false).values();
        if (!rules.isEmpty()) {
            environment.getPropertySources().addLast(AnnotationProperties.of(rules));
        }
    }

    private static void register(
            String bean, MethodMetadata method, CacheRule annotation, BeanDefinitionRegistry registry) {
        String element = ClassUtils.getShortName(method.getDeclaringClassName()) + '.' + method.getMethodName() + "()";
        var draft = new RuleDraft(element);
        if (!makesRoutes(method)) {
            throw draft.refuse(
                    "@CacheRule stands on a method that makes no RouteLocator", "it on a method that makes one");
        }
        draft.say("methods", "GET,HEAD", "@CacheRule");
        draft.lifetimes(annotation);
        draft.spread(annotation);
        String name = annotation.name().isEmpty() ? bean : annotation.name();
        AnnotatedRule rule = draft.rule(name, Written.attribute("name").with(annotation.name()));
        var annotated = new AnnotatedBeans(registry);
        annotated.rule(bean, rule);
        annotated.locator(bean, new AnnotatedLocator(bean, rule.name()));
    }

    private static boolean makesRoutes(MethodMetadata method) {
        Class<?> made = ClassUtils.resolveClassName(method.getReturnTypeName(), ClassUtils.getDefaultClassLoader());
        return RouteLocator.class.isAssignableFrom(made);
    }
}
