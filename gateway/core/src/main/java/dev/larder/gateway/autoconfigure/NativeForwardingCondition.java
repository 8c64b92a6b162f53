package dev.larder.gateway.autoconfigure;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if {@code larder.forward} has any value but {@code gateway}, which is the default of applications. */
final class NativeForwardingCondition implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return Binder.get(context.getEnvironment())
                .bind("larder.forward", ForwardSetting.class)
                .map(setting -> setting != ForwardSetting.GATEWAY)
                .orElse(false);
    }
}
