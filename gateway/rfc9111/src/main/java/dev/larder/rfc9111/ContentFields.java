package dev.larder.rfc9111;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** RFC 9110 8: the fields of a request that say what its content is. */
public final class ContentFields {

    /** Beside the fields whose names begin with Content. */
    private static final Set<String> OF_CONTENT = Set.of("digest", "repr-digest", "last-modified", "link");

    /** RFC 9110 14.5, and resumable uploads. */
    private static final Pattern OF_PART = Pattern.compile("content-range|x-update-range|upload-.+");

    private ContentFields() {}

    /** Returns whether the field describes the content: one with another value is other content. */
    public static boolean isDescription(String name) {
        String normalized = normalized(name);
        return OF_CONTENT.contains(normalized)
                || (normalized.startsWith("content-")
                        && !normalized.equals("content-length")
                        && !OF_PART.matcher(normalized).matches());
    }

    /** Returns whether the field says that the content is a part of another, so that it says nothing by itself. */
    public static boolean isOfPart(String name) {
        return OF_PART.matcher(normalized(name)).matches();
    }

    /** Returns the name as origins behind CGI or similar read it, which treat an underscore like a hyphen. */
    public static String normalized(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
