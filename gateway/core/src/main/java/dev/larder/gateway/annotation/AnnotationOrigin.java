package dev.larder.gateway.annotation;

import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.Environment;

/**
 * The annotation that a property comes from.
 *
 * @param annotation the annotation as it was written
 * @param element the annotated method or interface, such as {@code UserRoutes.list()}
 */
public record AnnotationOrigin(String annotation, String element) implements Origin {

    private static final String FIRST = "[0]";

    /** Returns the annotation that sets a property, or the first element of a list; empty if none does. */
    public static Optional<AnnotationOrigin> of(String property, Environment environment) {
        return Stream.of(property, property + FIRST)
                .map(name -> ConfigurationPropertyName.adapt(name, '.'))
                .flatMap(name -> inForce(name, environment).stream())
                .findFirst()
                .flatMap(found -> of(found.getOrigin()));
    }

    /** Returns the annotation of an origin, if it is one. */
    public static Optional<AnnotationOrigin> of(@Nullable Origin origin) {
        Origin innermost = origin instanceof PropertySourceOrigin wrapped ? wrapped.getOrigin() : origin;
        return innermost instanceof AnnotationOrigin annotation ? Optional.of(annotation) : Optional.empty();
    }

    private static Optional<ConfigurationProperty> inForce(ConfigurationPropertyName name, Environment environment) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty found = source.getConfigurationProperty(name);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /** Returns a sentence for messages about a property from an annotation; empty for any other, or without environment. */
    public static String sentence(String property, @Nullable Environment environment) {
        return Optional.ofNullable(environment)
                .flatMap(known -> of(property, known))
                .map(AnnotationOrigin::sentence)
                .orElse("");
    }

    /** Returns a sentence for messages about the property. */
    public String sentence() {
        return " It comes from " + this + ".";
    }

    @Override
    public String toString() {
        return annotation + " of " + element;
    }
}
