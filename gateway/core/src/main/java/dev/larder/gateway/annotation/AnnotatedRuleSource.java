package dev.larder.gateway.annotation;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;

/** The rules of annotations for an environment that has nothing else: placeholders stand for properties of the application. */
public final class AnnotatedRuleSource extends EnumerablePropertySource<AnnotationPropertySource>
        implements OriginLookup<String> {

    private final ConfigurableEnvironment application;

    private AnnotatedRuleSource(AnnotationPropertySource source, ConfigurableEnvironment application) {
        super(source.getName(), source);
        this.application = application;
    }

    /** Returns the rules of the application's annotations; empty if there are none. */
    public static Optional<AnnotatedRuleSource> of(ConfigurableEnvironment application) {
        return application.getPropertySources().stream()
                .filter(AnnotationPropertySource.class::isInstance)
                .map(source -> new AnnotatedRuleSource((AnnotationPropertySource) source, application))
                .findFirst();
    }

    @Override
    public String[] getPropertyNames() {
        return getSource().getPropertyNames();
    }

    @Override
    public @Nullable Object getProperty(String name) {
        Object value = getSource().getProperty(name);
        return value instanceof String text ? application.resolvePlaceholders(text) : value;
    }

    @Override
    public @Nullable Origin getOrigin(String name) {
        return getSource().getOrigin(name);
    }
}
