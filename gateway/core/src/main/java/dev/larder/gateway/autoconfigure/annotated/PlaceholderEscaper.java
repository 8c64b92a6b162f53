package dev.larder.gateway.autoconfigure.annotated;

import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Keeps placeholders in bean definitions from being resolved there, which for an application that is built ahead of time
 * would be where it is built.
 */
final class PlaceholderEscaper {

    private static final String PREFIX = "${";
    private static final String HIDDEN = "$\\{";

    private PlaceholderEscaper() {}

    /** For a bean definition. */
    static String hidden(String text) {
        return text.replace(PREFIX, HIDDEN);
    }

    /** As it was before. */
    static String shown(String text) {
        return text.replace(HIDDEN, PREFIX);
    }

    /** The same of all values. */
    static Map<String, String> each(Map<String, String> texts, UnaryOperator<String> change) {
        return texts.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, text -> change.apply(text.getValue())));
    }
}
