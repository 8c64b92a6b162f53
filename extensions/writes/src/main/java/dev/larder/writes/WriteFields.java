package dev.larder.writes;

import dev.larder.rfc9111.HeaderFields;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What the fields of a write say to its origin. */
public final class WriteFields {

    /**
     * Preconditions (RFC 9110 13.1, RFC 4918 10.4, and those of applications, such as {@code X-Goog-If-Generation-Match}); the part
     * that the content is of the whole (RFC 9110 14.5, resumable uploads); another method than that of the request.
     */
    private static final Pattern DECIDED_BY_STATE =
            Pattern.compile("(.+-)?if(-.+)?|content-range|x-update-range|upload-.+|x-(http-)?method(-override)?");

    /** Beside the fields whose names begin with Content. */
    private static final Set<String> OF_CONTENT = Set.of("digest", "repr-digest", "last-modified", "link");

    private static final Set<String> NEVER = Set.of("content-length", "content-range");

    private WriteFields() {}

    /**
     * Returns whether only the origin can say what a write does: it depends on the state that the origin has when the write arrives, or
     * on more than method, target and content. Such a write must not be acknowledged before.
     */
    public static boolean areDecidedByState(HeaderFields fields) {
        return fields.stream()
                .anyMatch(field ->
                        DECIDED_BY_STATE.matcher(normalized(field.name())).matches());
    }

    /** Returns whether a field describes the content, so that it must arrive with it. */
    public static boolean describesContent(String name) {
        String normalized = normalized(name);
        return OF_CONTENT.contains(normalized) || (normalized.startsWith("content-") && !NEVER.contains(normalized));
    }

    /** Origins behind CGI or similar treat an underscore like a hyphen. */
    private static String normalized(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
