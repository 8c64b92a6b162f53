package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.annotation.AnnotationOrigin;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.util.unit.DataSize;

/** Reports in one message which of Larder's properties cannot be converted to its type, and what to write instead. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnreadablePropertyAnalyzer extends AbstractFailureAnalyzer<BindException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        String name = cause.getName().toString();
        ConfigurationProperty property = cause.getProperty();
        ResolvableType type = cause.getTarget().getType();
        if (!name.startsWith("larder.")
                || property == null
                || findCause(cause, InvalidPropertyException.class) != null) {
            return null;
        }
        var refusal = new InvalidPropertyException(
                name, String.valueOf(property.getValue()), "that is not " + kind(type), SettingExamples.of(name, type));
        String annotation = AnnotationOrigin.of(property.getOrigin())
                .map(AnnotationOrigin::sentence)
                .orElse("");
        return new FailureAnalysis(refusal.description(Optional.empty()) + annotation, refusal.action(), rootFailure);
    }

    private static String kind(ResolvableType target) {
        Class<?> raw = target.resolve(Object.class);
        if (Map.class.isAssignableFrom(raw)) {
            return "a value for each key";
        }
        Class<?> type =
                Collection.class.isAssignableFrom(raw) ? target.getGeneric().resolve(Object.class) : raw;
        if (type == DataSize.class) {
            return "a size";
        }
        if (type == Duration.class) {
            return "a duration";
        }
        if (type == URI.class) {
            return "a URL";
        }
        if (SettingExamples.isBoolean(type)) {
            return "true or false";
        }
        return type.isEnum() ? "one of its values" : "a number";
    }
}
