package dev.larder.gateway.annotation;

import dev.larder.gateway.rule.annotation.BufferedWrite;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConstructorArgumentValues.ValueHolder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.core.type.MethodMetadata;

/** Detects rules that buffer writes because of an annotation, before annotations become properties. */
public final class AnnotatedBufferedWrites {

    private AnnotatedBufferedWrites() {}

    /** Returns whether there is one among the bean definitions registered so far. */
    public static boolean isPresent(BeanDefinitionRegistry registry) {
        return Arrays.stream(registry.getBeanDefinitionNames())
                .map(registry::getBeanDefinition)
                .anyMatch(definition -> isBufferedLocator(definition) || isBufferedContract(definition));
    }

    /** Returns the factory method of a bean, if it is known with its annotations. */
    static Optional<MethodMetadata> factoryMethod(BeanDefinition definition) {
        return definition instanceof AnnotatedBeanDefinition annotated
                ? Optional.ofNullable(annotated.getFactoryMethodMetadata())
                : Optional.empty();
    }

    private static boolean isBufferedLocator(BeanDefinition definition) {
        return factoryMethod(definition)
                .filter(method -> method.isAnnotated(BufferedWrite.class.getName()))
                .isPresent();
    }

    private static boolean isBufferedContract(BeanDefinition definition) {
        return AnnotatedRule.class.getName().equals(definition.getBeanClassName())
                && definition.getConstructorArgumentValues().getIndexedArgumentValues().values().stream()
                        .map(ValueHolder::getValue)
                        .anyMatch(AnnotatedBufferedWrites::hasBufferProperty);
    }

    private static boolean hasBufferProperty(Object values) {
        return values instanceof Map<?, ?> map
                && map.keySet().stream().map(String::valueOf).anyMatch(BufferedWriteRuleBuilder::isBuffer);
    }
}
