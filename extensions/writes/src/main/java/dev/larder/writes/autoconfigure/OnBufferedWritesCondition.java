package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.annotated.AnnotatedBufferedWrites;
import dev.larder.journal.SegmentLog;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.ResolvableType;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether some rule buffers writes, said by a property or by an annotation, or there is a log of earlier ones. */
final class OnBufferedWritesCondition implements ConfigurationCondition {

    private static final Bindable<Map<String, Map<String, Object>>> RULES =
            Bindable.of(ResolvableType.forClassWithGenerics(
                    Map.class,
                    ResolvableType.forClass(String.class),
                    ResolvableType.forClassWithGenerics(Map.class, String.class, Object.class)));

    /** When the application's own beans are registered, and what its contracts say. */
    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return AnnotatedBufferedWrites.any(context.getRegistry())
                || Binder.get(context.getEnvironment()).bind("larder.rules", RULES).orElse(Map.of()).values().stream()
                        .anyMatch(rule -> rule.containsKey("buffer"))
                || WriteBehindService.folder(Binder.get(context.getEnvironment())
                                .bind("larder.writes.path", String.class)
                                .orElse(null))
                        .filter(SegmentLog::mayBeIn)
                        .isPresent();
    }
}
