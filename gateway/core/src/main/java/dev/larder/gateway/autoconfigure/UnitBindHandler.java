package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.rule.Lifetime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.PropertyResolver;
import org.springframework.util.unit.DataSize;

/**
 * Rejects durations and sizes below {@code larder} that have no unit, wherever they are written: a bare number would be
 * milliseconds or bytes, which is seldom meant. Zero needs no unit.
 */
final class UnitBindHandler extends AbstractBindHandler {

    private static final ConfigurationPropertyName LARDER = ConfigurationPropertyName.of("larder");

    private final PropertyResolver environment;

    UnitBindHandler(BindHandler parent, PropertyResolver environment) {
        super(parent);
        this.environment = environment;
    }

    @Override
    public @Nullable Object onSuccess(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        ConfigurationProperty property = context.getConfigurationProperty();
        if (property != null
                && LARDER.isAncestorOf(name)
                && (result instanceof Duration || result instanceof DataSize)) {
            require(name.toString(), environment.resolvePlaceholders(String.valueOf(property.getValue())), result);
        }
        return super.onSuccess(name, target, context, result);
    }

    private static void require(String name, String written, Object result) {
        boolean size = result instanceof DataSize;
        PropertyChecks.that(
                !Lifetime.needsUnit(written),
                name,
                written,
                size
                        ? "a size has a unit, and this number would be bytes"
                        : "a duration has a unit, and this number would be milliseconds",
                SettingExamples.withUnit(name, written, result.getClass()));
    }
}
