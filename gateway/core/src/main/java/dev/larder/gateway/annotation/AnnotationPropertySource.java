package dev.larder.gateway.annotation;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.EnumerablePropertySource;

/** Annotations as properties below {@code larder.rules}, each with the annotation it comes from. */
final class AnnotationPropertySource extends EnumerablePropertySource<Map<String, AnnotationPropertySource.Stated>>
        implements OriginLookup<String> {

    private static final String NAME = "larderAnnotations";
    private static final String RULES = "larder.rules.";

    /**
     * A value set by an annotation.
     *
     * @param value value of one property
     * @param origin the annotation
     */
    record Stated(String value, AnnotationOrigin origin) {}

    private AnnotationPropertySource(Map<String, Stated> properties) {
        super(NAME, properties);
    }

    /** Combines these rules; definitions of the same rule must agree. */
    static AnnotationPropertySource of(Collection<AnnotatedRule> rules) {
        Map<String, Stated> properties = new LinkedHashMap<>();
        rules.forEach(rule -> rule.values().forEach((property, value) -> {
            var origin = new AnnotationOrigin(String.valueOf(rule.annotations().get(property)), rule.element());
            state(properties, rule.name(), property, new Stated(value, origin));
        }));
        return new AnnotationPropertySource(properties);
    }

    private static void state(Map<String, Stated> properties, String rule, String property, Stated stated) {
        Stated other = properties.putIfAbsent(RULES + rule + '.' + property, stated);
        if (other == null || other.value().equals(stated.value())) {
            return;
        }
        int index = property.indexOf('[');
        if (index < 0) {
            throw new InvalidAnnotationException(
                    stated.origin().element(),
                    stated.origin().annotation() + " contradicts " + other.origin() + " in the rule " + rule,
                    "the same in both, or @CacheRule(name = ...) with names of their own");
        }
        int next = Integer.parseInt(property, index + 1, property.length() - 1, 10) + 1;
        state(properties, rule, property.substring(0, index) + '[' + next + ']', stated);
    }

    @Override
    public String[] getPropertyNames() {
        return getSource().keySet().toArray(String[]::new);
    }

    @Override
    public @Nullable Object getProperty(String name) {
        Stated stated = getSource().get(name);
        return stated == null ? null : stated.value();
    }

    @Override
    public @Nullable Origin getOrigin(String key) {
        Stated stated = getSource().get(key);
        return stated == null ? null : stated.origin();
    }
}
