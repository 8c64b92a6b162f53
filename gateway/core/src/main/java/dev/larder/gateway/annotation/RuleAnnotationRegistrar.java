package dev.larder.gateway.annotation;

import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.filter.WriteInvalidationGatewayFilterFactory;
import dev.larder.gateway.rule.annotation.BufferedWrite;
import dev.larder.gateway.rule.annotation.CacheRule;
import java.util.Optional;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.type.MethodMetadata;
import org.springframework.util.ClassUtils;

/**
 * Registers {@link CacheRule} and {@link BufferedWrite} annotations of bean methods, and then turns all annotations into
 * properties: the last ones of the environment, so that any others take precedence, and before any are bound.
 */
final class RuleAnnotationRegistrar implements BeanDefinitionRegistryPostProcessor {

    private final ConfigurableEnvironment environment;

    RuleAnnotationRegistrar(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        for (String bean : registry.getBeanDefinitionNames()) {
            AnnotatedBufferedWrites.factoryMethod(registry.getBeanDefinition(bean))
                    .ifPresent(method -> register(bean, method, registry));
        }
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        var rules = beans.getBeansOfType(AnnotatedRule.class, true, false).values();
        if (!rules.isEmpty()) {
            environment.getPropertySources().addLast(AnnotationPropertySource.of(rules));
        }
    }

    private static void register(String bean, MethodMetadata method, BeanDefinitionRegistry registry) {
        Optional<CacheRule> rule = AnnotationFinder.find(CacheRule.class, method.getAnnotations());
        Optional<BufferedWrite> buffer = AnnotationFinder.find(BufferedWrite.class, method.getAnnotations());
        if (rule.isEmpty() && buffer.isEmpty()) {
            return;
        }
        String element = ClassUtils.getShortName(method.getDeclaringClassName()) + '.' + method.getMethodName() + "()";
        var draft = new AnnotatedRuleBuilder(element);
        if (!isRouteLocatorMethod(method)) {
            String written = rule.isPresent() ? "@CacheRule" : "@BufferedWrite";
            throw draft.refuse(
                    written + " stands on a method that makes no RouteLocator", "it on a method that makes one");
        }
        rule.ifPresent(said -> caches(said, draft));
        buffer.ifPresent(said -> buffers(said, draft, rule.isPresent()));
        String named = rule.map(CacheRule::name).orElse("");
        AnnotatedRule made = draft.rule(
                named.isEmpty() ? bean : named,
                AnnotationSourceText.attribute("name").with(named));
        var annotated = new AnnotationBeanRegistrar(registry);
        annotated.rule(bean, made);
        String filter = rule.isPresent() ? CacheGatewayFilterFactory.NAME : WriteInvalidationGatewayFilterFactory.NAME;
        annotated.locator(bean, new AnnotatedLocator(bean, made.name(), filter));
    }

    private static void caches(CacheRule annotation, AnnotatedRuleBuilder draft) {
        draft.say("methods", "GET,HEAD", "@CacheRule");
        draft.lifetimes(annotation);
        draft.spread(annotation);
    }

    private static void buffers(BufferedWrite annotation, AnnotatedRuleBuilder draft, boolean caches) {
        if (!caches && !annotation.readsWhileWritePending().isEmpty()) {
            throw draft.refuse(
                    "@BufferedWrite says what becomes of reads, but nothing of these routes is cached",
                    "@CacheRule beside it");
        }
        var buffer = new BufferedWriteRuleBuilder(draft);
        buffer.method("POST", "@BufferedWrite");
        buffer.writes(annotation);
        buffer.reads(annotation);
    }

    private static boolean isRouteLocatorMethod(MethodMetadata method) {
        Class<?> made = ClassUtils.resolveClassName(method.getReturnTypeName(), ClassUtils.getDefaultClassLoader());
        return RouteLocator.class.isAssignableFrom(made);
    }
}
