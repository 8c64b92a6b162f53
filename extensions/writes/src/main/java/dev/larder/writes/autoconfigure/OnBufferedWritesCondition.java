package dev.larder.writes.autoconfigure;

import dev.larder.gateway.annotation.AnnotatedBufferedWrites;
import dev.larder.journal.SegmentLog;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if a rule buffers writes, by a property or an annotation, or if there is a log of earlier writes. */
final class OnBufferedWritesCondition implements ConfigurationCondition {

    /** After registration of the application's own beans and the rules of its contracts. */
    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return AnnotatedBufferedWrites.isPresent(context.getRegistry())
                || mayHaveBufferedRule(context.getEnvironment())
                || WriteBehindService.folder(Binder.get(context.getEnvironment())
                                .bind("larder.writes.path", String.class)
                                .orElse(null))
                        .filter(SegmentLog::mayBeIn)
                        .isPresent();
    }

    /** Properties that cannot be bound are rejected later, with one clear message. */
    private static boolean mayHaveBufferedRule(Environment environment) {
        try {
            return WriteRuleProperties.of(environment).values().stream().anyMatch(rule -> rule.buffer() != null);
        } catch (BindException refused) {
            return true;
        }
    }
}
