package dev.larder.gateway.autoconfigure.annotated;

import dev.larder.gateway.rule.annotation.CacheRule;

/**
 * An annotation with one attribute, as it stands in the source.
 *
 * @param before what stands before the value
 */
record AnnotationSourceText(String before) {

    /** An annotation that has nothing but its value. */
    static AnnotationSourceText value(Class<?> annotation) {
        return new AnnotationSourceText('@' + annotation.getSimpleName() + "(");
    }

    /** An attribute of {@code @CacheRule}. */
    static AnnotationSourceText attribute(String name) {
        return attribute(CacheRule.class, name);
    }

    /** An attribute of that annotation. */
    static AnnotationSourceText attribute(Class<?> annotation, String name) {
        return new AnnotationSourceText('@' + annotation.getSimpleName() + "(" + name + " = ");
    }

    String with(String... values) {
        return before + "{\"" + String.join("\", \"", values) + "\"})";
    }

    String with(String value) {
        return before + '"' + value + "\")";
    }
}
