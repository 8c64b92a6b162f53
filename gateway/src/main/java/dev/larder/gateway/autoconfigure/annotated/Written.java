package dev.larder.gateway.autoconfigure.annotated;

/**
 * An annotation with one value, as it stands in the source.
 *
 * @param before what stands before the value's quotation mark
 */
record Written(String before) {

    /** An annotation that has nothing but its value. */
    static Written value(Class<?> annotation) {
        return new Written('@' + annotation.getSimpleName() + "(");
    }

    /** An attribute of {@code @CacheRule}. */
    static Written attribute(String name) {
        return new Written("@CacheRule(" + name + " = ");
    }

    String with(String value) {
        return before + '"' + value + "\")";
    }
}
