package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.annotated.AnnotatedBufferedWrites;
import dev.larder.journal.SegmentLog;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether some rule buffers writes, said by a property or by an annotation, or there is a log of earlier ones. */
final class OnBufferedWritesCondition implements ConfigurationCondition {

    /** When the application's own beans are registered, and what its contracts say. */
    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return AnnotatedBufferedWrites.any(context.getRegistry())
                || buffers(context.getEnvironment())
                || WriteBehindService.folder(Binder.get(context.getEnvironment())
                                .bind("larder.writes.path", String.class)
                                .orElse(null))
                        .filter(SegmentLog::mayBeIn)
                        .isPresent();
    }

    /** What cannot be bound is refused later, by one clear message. */
    private static boolean buffers(Environment environment) {
        try {
            return WriteRuleProperties.of(environment).values().stream().anyMatch(rule -> rule.buffer() != null);
        } catch (BindException refused) {
            return true;
        }
    }
}
