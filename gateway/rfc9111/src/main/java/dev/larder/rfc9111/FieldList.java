package dev.larder.rfc9111;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** RFC 9110 5.6.1: comma-separated lists. Commas in quoted strings do not separate; empty elements do not count. */
final class FieldList {

    private static final String TOKEN_SYMBOLS = "!#$%&'*+-.^_`|~";

    private FieldList() {}

    /** Returns the elements of one field line without surrounding whitespace. */
    static List<String> elements(String line) {
        List<String> elements = new ArrayList<>();
        int start = 0;
        while (start <= line.length()) {
            int end = end(line, start, ',');
            addElement(elements, line.substring(start, end));
            start = end + 1;
        }
        return elements;
    }

    /** Returns where a text ends that a character ends, outside quoted strings. */
    static int end(String text, char last) {
        return end(text, 0, last);
    }

    private static int end(String text, int start, char last) {
        boolean quoted = false;
        for (int i = start; i < text.length(); i++) {
            char character = text.charAt(i);
            if (quoted && character == '\\') {
                i++;
            } else if (character == '"') {
                quoted = !quoted;
            } else if (character == last && !quoted) {
                return i;
            }
        }
        return text.length();
    }

    /** Returns the elements of all lines of a field, in lower case. */
    static List<String> tokens(HeaderFields fields, String name) {
        List<String> lines = fields.values(name);
        if (lines.isEmpty()) {
            return List.of();
        }
        List<String> tokens = new ArrayList<>();
        for (String line : lines) {
            for (String element : elements(line)) {
                tokens.add(element.toLowerCase(Locale.ROOT));
            }
        }
        return tokens;
    }

    /** RFC 9110 5.6.2: whether the text is a token. */
    static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isTchar(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /**
     * RFC 9110 16.3.2.1: whether the text is a field name as names "ought to" be, of letters, digits and hyphens with a letter
     * first. Any other token is rather a name with something around it, or several.
     */
    static boolean isFieldName(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            boolean letter = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
            if (!letter && (i == 0 || (character != '-' && (character < '0' || character > '9')))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** RFC 9110 5.6.4: whether the line has an unterminated quoted string. */
    static boolean hasUnterminatedQuotedString(String line) {
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char character = line.charAt(i);
            if (quoted && character == '\\') {
                i++;
            } else if (character == '"') {
                quoted = !quoted;
            }
        }
        return quoted;
    }

    /** RFC 9110 5.6.4: whether the text is one quoted string, whose first closing quotation mark is the last character. */
    static boolean isQuotedString(String text) {
        if (!text.startsWith("\"")) {
            return false;
        }
        for (int i = 1; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '\\') {
                i++;
            } else if (character == '"') {
                return i == text.length() - 1;
            }
        }
        return false;
    }

    private static void addElement(List<String> elements, String text) {
        String element = text.strip();
        if (!element.isEmpty()) {
            elements.add(element);
        }
    }

    private static boolean isTchar(int character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || TOKEN_SYMBOLS.indexOf(character) >= 0;
    }
}
