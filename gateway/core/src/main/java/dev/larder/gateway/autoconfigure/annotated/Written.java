package dev.larder.gateway.autoconfigure.annotated;

import dev.larder.gateway.route.annotation.CacheRule;

/**
 * An annotation with one attribute, as it stands in the source.
 *
 * @param before what stands before the value
 */
record Written(String before) {

    /** An annotation that has nothing but its value. */
    static Written value(Class<?> annotation) {
        return new Written('@' + annotation.getSimpleName() + "(");
    }

    /** An attribute of {@code @CacheRule}. */
    static Written attribute(String name) {
        return attribute(CacheRule.class, name);
    }

    /** An attribute of that annotation. */
    static Written attribute(Class<?> annotation, String name) {
        return new Written('@' + annotation.getSimpleName() + "(" + name + " = ");
    }

    String with(String... values) {
        return before + "{\"" + String.join("\", \"", values) + "\"})";
    }

    String with(String value) {
        return before + '"' + value + "\")";
    }
}
