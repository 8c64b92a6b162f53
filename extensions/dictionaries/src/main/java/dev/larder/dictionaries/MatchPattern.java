package dev.larder.dictionaries;

import java.util.Optional;

/** RFC 9842 2.1.1: the URL pattern of {@code Use-As-Dictionary} that matches a path, with any query. */
final class MatchPattern {

    private static final int LONGEST = 1024;
    private static final String SYNTAX = "+*?:{}()\\";

    private MatchPattern() {}

    /**
     * Returns the value of the field for a path as it was requested; empty if that has characters that no String has.
     * Characters with a meaning in patterns are escaped, and the escapes for the String (RFC 9651 3.3.3).
     */
    static Optional<String> field(String path) {
        if (path.length() > LONGEST || !path.startsWith("/") || path.startsWith("//")) {
            return Optional.empty();
        }
        var field = new StringBuilder("match=\"");
        for (int i = 0; i < path.length(); i++) {
            char character = path.charAt(i);
            if (character <= ' ' || character > '~' || character == '"') {
                return Optional.empty();
            }
            if (SYNTAX.indexOf(character) >= 0) {
                field.append("\\\\");
                if (character == '\\') {
                    field.append('\\');
                }
            }
            field.append(character);
        }
        return Optional.of(field.append('"').toString());
    }
}
