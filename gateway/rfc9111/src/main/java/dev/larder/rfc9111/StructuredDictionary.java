package dev.larder.rfc9111;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** RFC 9651 4.2: an Item, a Dictionary, a List or an Inner List of Strings. Parameters are checked and dropped. Any error voids the field. */
final class StructuredDictionary {

    /** The types of cache directives; values of other types only have to be well formed. */
    enum Type {
        BOOLEAN,
        INTEGER,
        STRING,
        TOKEN,
        OTHER
    }

    /** The value of a member: its type and its text without quotes. */
    record Value(Type type, String text) {

        static final Value TRUE = new Value(Type.BOOLEAN, "1");

        boolean isFalse() {
            return type == Type.BOOLEAN && text.equals("0");
        }
    }

    /** Thrown and caught only in this class if the text is malformed. */
    private static final class Malformed extends Exception {

        private static final long serialVersionUID = 1;

        private Malformed() {
            super("not a structured field", null, false, false);
        }
    }

    private static final String SPACE = " ";
    private static final String OPTIONAL_WHITESPACE = " \t";
    private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
    private static final String DIGITS = "0123456789";
    private static final String HEXADECIMAL = DIGITS + "abcdef";
    private static final String KEY_REST = LOWER + DIGITS + "_-.*";
    private static final String TOKEN_START = LOWER + LOWER.toUpperCase(Locale.ROOT) + "*";
    private static final String TOKEN_REST = TOKEN_START + DIGITS + "!#$%&'+-.^_`|~:/";
    private static final String BASE64 = LOWER + LOWER.toUpperCase(Locale.ROOT) + DIGITS + "+/=";
    private static final int INTEGER_DIGITS = 15;

    private final String text;
    private int at;

    private StructuredDictionary(String text) {
        this.text = text;
    }

    /** Returns the members in order; of equal keys the last one counts. Empty if the text is malformed. */
    static Optional<Map<String, Value>> parse(String text) {
        try {
            return Optional.of(new StructuredDictionary(text).dictionary());
        } catch (Malformed malformed) {
            return Optional.empty();
        }
    }

    /** RFC 9651 4.2.1: returns the members of a List of Strings, in order; empty if the text is anything else. */
    static Optional<List<String>> strings(String text) {
        try {
            return Optional.of(new StructuredDictionary(text).listOfStrings());
        } catch (Malformed malformed) {
            return Optional.empty();
        }
    }

    /** RFC 9651 4.2.3: returns the bare item of an Item; empty if the text is anything else. */
    static Optional<Value> item(String text) {
        try {
            var parser = new StructuredDictionary(text.strip());
            Value value = parser.bareItem();
            parser.parameters();
            return parser.isAtEnd() ? Optional.of(value) : Optional.empty();
        } catch (Malformed malformed) {
            return Optional.empty();
        }
    }

    /**
     * RFC 9651 4.2.1.2: returns the members of an Inner List of Strings, in order; empty if it has others.
     *
     * @param text the text of the list, as in a {@link Value} of the type {@link Type#OTHER}
     */
    static Optional<List<String>> innerStrings(String text) {
        try {
            return Optional.of(new StructuredDictionary(text).innerListOfStrings());
        } catch (Malformed malformed) {
            return Optional.empty();
        }
    }

    private List<String> innerListOfStrings() throws Malformed {
        List<String> members = new ArrayList<>();
        expect('(');
        skip(SPACE);
        while (!isCurrent(')')) {
            Value member = bareItem();
            parameters();
            if (member.type() != Type.STRING) {
                throw new Malformed();
            }
            members.add(member.text());
            skip(SPACE);
        }
        return members;
    }

    private List<String> listOfStrings() throws Malformed {
        List<String> members = new ArrayList<>();
        skip(SPACE);
        while (!isAtEnd()) {
            Value member = bareItem();
            parameters();
            if (member.type() != Type.STRING) {
                throw new Malformed();
            }
            members.add(member.text());
            skip(OPTIONAL_WHITESPACE);
            if (!isAtEnd()) {
                expect(',');
                skip(OPTIONAL_WHITESPACE);
                if (isAtEnd()) {
                    throw new Malformed();
                }
            }
        }
        return members;
    }

    private Map<String, Value> dictionary() throws Malformed {
        Map<String, Value> members = new LinkedHashMap<>();
        skip(SPACE);
        while (!isAtEnd()) {
            String key = key();
            members.remove(key);
            members.put(key, memberValue());
            skip(OPTIONAL_WHITESPACE);
            if (isAtEnd()) {
                return members;
            }
            expect(',');
            skip(OPTIONAL_WHITESPACE);
            if (isAtEnd()) {
                throw new Malformed();
            }
        }
        return members;
    }

    private Value memberValue() throws Malformed {
        if (!isCurrent('=')) {
            parameters();
            return Value.TRUE;
        }
        at++;
        Value value = isCurrent('(') ? innerList() : bareItem();
        parameters();
        return value;
    }

    private Value innerList() throws Malformed {
        int start = at;
        expect('(');
        skip(SPACE);
        while (!isCurrent(')')) {
            bareItem();
            parameters();
            if (!isCurrent(')') && !isCurrent(' ')) {
                throw new Malformed();
            }
            skip(SPACE);
        }
        at++;
        return new Value(Type.OTHER, text.substring(start, at));
    }

    private void parameters() throws Malformed {
        while (isCurrent(';')) {
            at++;
            skip(SPACE);
            key();
            if (isCurrent('=')) {
                at++;
                bareItem();
            }
        }
    }

    private String key() throws Malformed {
        return run(LOWER + "*", KEY_REST);
    }

    private Value bareItem() throws Malformed {
        char first = current();
        if (first == '"') {
            return new Value(Type.STRING, quoted());
        }
        if (first == '-' || DIGITS.indexOf(first) >= 0) {
            return number();
        }
        if (TOKEN_START.indexOf(first) >= 0) {
            return new Value(Type.TOKEN, run(TOKEN_START, TOKEN_REST));
        }
        return switch (first) {
            case '?' -> bool();
            case ':' -> bytes();
            case '@' -> date();
            case '%' -> display();
            default -> throw new Malformed();
        };
    }

    private Value number() throws Malformed {
        int start = at;
        if (isCurrent('-')) {
            at++;
        }
        int digits = digits();
        if (!isCurrent('.')) {
            return integer(start, digits);
        }
        at++;
        int fraction = digits();
        if (digits > 12 || fraction > 3) {
            throw new Malformed();
        }
        return new Value(Type.OTHER, text.substring(start, at));
    }

    private Value integer(int start, int digits) throws Malformed {
        if (digits > INTEGER_DIGITS) {
            throw new Malformed();
        }
        return new Value(Type.INTEGER, text.substring(start, at));
    }

    private int digits() throws Malformed {
        int start = at;
        skip(DIGITS);
        if (at == start) {
            throw new Malformed();
        }
        return at - start;
    }

    private String quoted() throws Malformed {
        StringBuilder value = new StringBuilder();
        at++;
        while (current() != '"') {
            if (current() == '\\') {
                at++;
                if (current() != '"' && current() != '\\') {
                    throw new Malformed();
                }
            } else if (current() < 0x20 || current() > 0x7E) {
                throw new Malformed();
            }
            value.append(current());
            at++;
        }
        at++;
        return value.toString();
    }

    private Value bool() throws Malformed {
        at++;
        char value = current();
        if (value != '0' && value != '1') {
            throw new Malformed();
        }
        at++;
        return new Value(Type.BOOLEAN, String.valueOf(value));
    }

    private Value bytes() throws Malformed {
        int start = at++;
        skip(BASE64);
        expect(':');
        return new Value(Type.OTHER, text.substring(start, at));
    }

    private Value date() throws Malformed {
        int start = at++;
        if (number().type() != Type.INTEGER) {
            throw new Malformed();
        }
        return new Value(Type.OTHER, text.substring(start, at));
    }

    private Value display() throws Malformed {
        int start = at++;
        expect('"');
        ByteBuffer octets = ByteBuffer.allocate(text.length() - at);
        while (current() != '"') {
            if (current() < 0x20 || current() > 0x7E) {
                throw new Malformed();
            }
            octets.put((byte) (current() == '%' ? encodedOctet() : current()));
            at++;
        }
        at++;
        requireUtf8(octets.flip());
        return new Value(Type.OTHER, text.substring(start, at));
    }

    /** RFC 9651 4.2.10: reads two lower-case hexadecimal digits after the percent sign; stays at the second. */
    private int encodedOctet() throws Malformed {
        int octet = 0;
        for (int i = 0; i < 2; i++) {
            at++;
            int digit = HEXADECIMAL.indexOf(current());
            if (digit < 0) {
                throw new Malformed();
            }
            octet = octet * HEXADECIMAL.length() + digit;
        }
        return octet;
    }

    private static void requireUtf8(ByteBuffer octets) throws Malformed {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(octets);
        } catch (CharacterCodingException other) {
            throw new Malformed();
        }
    }

    private String run(String first, String rest) throws Malformed {
        int start = at;
        if (first.indexOf(current()) < 0) {
            throw new Malformed();
        }
        skip(rest);
        return text.substring(start, at);
    }

    private void skip(String characters) {
        while (!isAtEnd() && characters.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private void expect(char character) throws Malformed {
        if (!isCurrent(character)) {
            throw new Malformed();
        }
        at++;
    }

    private boolean isCurrent(char character) {
        return !isAtEnd() && text.charAt(at) == character;
    }

    private char current() throws Malformed {
        if (isAtEnd()) {
            throw new Malformed();
        }
        return text.charAt(at);
    }

    private boolean isAtEnd() {
        return at >= text.length();
    }
}
