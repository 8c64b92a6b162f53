package dev.larder.writes;

import dev.larder.rfc9111.ContentFields;
import dev.larder.rfc9111.HeaderFields;
import java.util.regex.Pattern;

/** What the fields of a write say to its origin. */
public final class WriteFields {

    /**
     * Preconditions (RFC 9110 13.1, RFC 4918 10.4, and those of applications, such as {@code X-Goog-If-Generation-Match}); another
     * method than that of the request.
     */
    private static final Pattern DECIDED_BY_STATE = Pattern.compile("(.+-)?if(-.+)?|x-(http-)?method(-override)?");

    private WriteFields() {}

    /**
     * Returns whether only the origin can say what a write does: it depends on the state that the origin has when the write arrives, or
     * on more than method, target and content. Such a write must not be acknowledged before.
     */
    public static boolean areDecidedByState(HeaderFields fields) {
        return fields.stream()
                .anyMatch(field -> ContentFields.isOfPart(field.name())
                        || DECIDED_BY_STATE
                                .matcher(ContentFields.normalized(field.name()))
                                .matches());
    }
}
