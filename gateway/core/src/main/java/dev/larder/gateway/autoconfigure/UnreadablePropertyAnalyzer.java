package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.autoconfigure.annotated.AnnotationOrigin;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
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
        ResolvableType target = cause.getTarget().getType();
        Class<?> type =
                (target.resolve(Object.class) == List.class ? target.getGeneric() : target).resolve(Object.class);
        if (!name.startsWith("larder.")
                || property == null
                || findCause(cause, InvalidPropertyException.class) != null) {
            return null;
        }
        var refusal = new InvalidPropertyException(
                name, String.valueOf(property.getValue()), "that is not " + kind(type), example(type));
        String annotation = AnnotationOrigin.of(property.getOrigin())
                .map(AnnotationOrigin::sentence)
                .orElse("");
        return new FailureAnalysis(refusal.description(Optional.empty()) + annotation, refusal.action(), rootFailure);
    }

    private static boolean isBoolean(Class<?> type) {
        return type == Boolean.class || type == boolean.class;
    }

    private static String kind(Class<?> type) {
        if (type == DataSize.class) {
            return "a size";
        }
        if (type == Duration.class) {
            return "a duration";
        }
        if (type == URI.class) {
            return "a URL";
        }
        if (isBoolean(type)) {
            return "true or false";
        }
        return type.isEnum() ? "one of its values" : "a number";
    }

    private static String example(Class<?> type) {
        if (type == DataSize.class) {
            return "256MB";
        }
        if (type == Duration.class) {
            return "30s";
        }
        if (type == URI.class) {
            return "http://127.0.0.1:9000";
        }
        if (isBoolean(type)) {
            return "true";
        }
        return type.isEnum()
                ? Arrays.stream(type.getEnumConstants())
                        .map(value -> value.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .collect(Collectors.joining(" or "))
                : "100";
    }
}
