package dev.larder.gateway.autoconfigure;

import java.util.Map;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.ResolvableType;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether some rule buffers writes. */
final class BuffersWrites implements Condition {

    private static final Bindable<Map<String, Map<String, Object>>> RULES =
            Bindable.of(ResolvableType.forClassWithGenerics(
                    Map.class,
                    ResolvableType.forClass(String.class),
                    ResolvableType.forClassWithGenerics(Map.class, String.class, Object.class)));

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return Binder.get(context.getEnvironment()).bind("larder.rules", RULES).orElse(Map.of()).values().stream()
                .anyMatch(rule -> rule.containsKey("buffer"));
    }
}
