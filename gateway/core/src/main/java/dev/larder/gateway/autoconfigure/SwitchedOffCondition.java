package dev.larder.gateway.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if Larder is switched off. */
final class SwitchedOffCondition extends SpringBootCondition {

    /** Property: whether Larder does anything at all. */
    static final String PROPERTY = "larder.enabled";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean off = !isOn(context.getEnvironment());
        return new ConditionOutcome(off, PROPERTY + " is " + !off);
    }

    /** Returns whether Larder does anything; Boot's conversion takes {@code off}, {@code no} and {@code 0} for false too. */
    static boolean isOn(Environment environment) {
        return Binder.get(environment).bind(PROPERTY, Boolean.class).orElse(true);
    }
}
