package dev.larder.gateway.autoconfigure.annotated;

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
 * @param annotation as it was written
 * @param element method or interface that has it, such as {@code UserRoutes.list()}
 */
public record AnnotationOrigin(String annotation, String element) implements Origin {

    private static final String FIRST = "[0]";

    /** The annotation that a property, or the first element of a list, has its value from; empty if from none. */
    public static Optional<AnnotationOrigin> of(String property, Environment environment) {
        return Stream.of(property, property + FIRST)
                .map(name -> ConfigurationPropertyName.adapt(name, '.'))
                .flatMap(name -> inForce(name, environment).stream())
                .findFirst()
                .flatMap(found -> of(found.getOrigin()));
    }

    /** The same, if it is known where the value comes from. */
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

    /** A sentence for messages about a property that comes from an annotation; empty for any other, and if the environment is not known. */
    public static String sentence(String property, @Nullable Environment environment) {
        return Optional.ofNullable(environment)
                .flatMap(known -> of(property, known))
                .map(AnnotationOrigin::sentence)
                .orElse("");
    }

    /** A sentence for messages about the property. */
    public String sentence() {
        return " It comes from " + this + ".";
    }

    @Override
    public String toString() {
        return annotation + " of " + element;
    }
}
