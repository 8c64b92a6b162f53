package dev.larder.gateway.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Leaves out all auto-configurations of Larder and its extensions if {@code larder.enabled} is false, but the one that lets routes
 * name their filters.
 */
final class LarderSwitch implements AutoConfigurationImportFilter, EnvironmentAware {

    /** Property: whether Larder does anything at all. */
    static final String PROPERTY = "larder.enabled";

    private static final String OURS = "dev.larder.";

    /** What services have behind the gateway, which need nothing of it. */
    private static final String OF_SERVICES = "dev.larder.bulk.";

    private boolean enabled = true;

    @Override
    public void setEnvironment(Environment environment) {
        enabled = isOn(environment);
    }

    /** Returns whether Larder does anything; Boot's conversion takes {@code off}, {@code no} and {@code 0} for false too. */
    static boolean isOn(Environment environment) {
        return Binder.get(environment).bind(PROPERTY, Boolean.class).orElse(true);
    }

    @Override
    public boolean[] match(@Nullable String[] classes, AutoConfigurationMetadata metadata) {
        var kept = new boolean[classes.length];
        for (int i = 0; i < classes.length; i++) {
            String name = classes[i];
            kept[i] = enabled
                    || name == null
                    || !name.startsWith(OURS)
                    || name.startsWith(OF_SERVICES)
                    || name.equals(SwitchedOffAutoConfiguration.class.getName());
        }
        return kept;
    }

    /** Matches if Larder is switched off. */
    static final class Off extends SpringBootCondition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            boolean off = !isOn(context.getEnvironment());
            return new ConditionOutcome(off, PROPERTY + " is " + !off);
        }
    }
}
