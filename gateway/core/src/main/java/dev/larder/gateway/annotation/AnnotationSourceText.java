package dev.larder.gateway.annotation;

import dev.larder.gateway.rule.annotation.CacheRule;

/**
 * The source text of an annotation with one attribute.
 *
 * @param before text before the value
 */
record AnnotationSourceText(String before) {

    /** Returns an annotation that has only a value. */
    static AnnotationSourceText value(Class<?> annotation) {
        return new AnnotationSourceText('@' + annotation.getSimpleName() + "(");
    }

    /** Returns an attribute of {@code @CacheRule}. */
    static AnnotationSourceText attribute(String name) {
        return attribute(CacheRule.class, name);
    }

    /** Returns an attribute of that annotation. */
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
