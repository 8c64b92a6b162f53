package dev.larder.gateway.annotation;

import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Escapes placeholders in bean definitions, where they would be resolved too early: at build time, for an application that is
 * built ahead of time.
 */
final class PlaceholderEscaper {

    private static final String PREFIX = "${";
    private static final String HIDDEN = "$\\{";

    private PlaceholderEscaper() {}

    /** Escapes a text for a bean definition. */
    static String hidden(String text) {
        return text.replace(PREFIX, HIDDEN);
    }

    /** Restores the original text. */
    static String shown(String text) {
        return text.replace(HIDDEN, PREFIX);
    }

    /** Applies a change to all values. */
    static Map<String, String> each(Map<String, String> texts, UnaryOperator<String> change) {
        return texts.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, text -> change.apply(text.getValue())));
    }
}
