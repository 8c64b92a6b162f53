package dev.larder.gateway.filter;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * RFC 8785: the canonical form of a JSON text, for cache keys only (RFC 10008 2.7). Two texts have the same form only if they
 * have the same values: a text without one, or about which parsers disagree, has no canonical form here.
 *
 * <p>There is none for duplicate names, unpaired surrogates, numbers that no double stands for, malformed UTF-8, a byte order
 * mark, texts beyond {@value #MAX_LENGTH} octets, {@value #MAX_DEPTH} levels or {@value #MAX_LONG_NUMBERS} long numbers, and whatever RFC 8259 does not allow.
 */
final class CanonicalJson {

    /** Longer texts are not worth their time, which the loop of the connection spends. */
    static final int MAX_LENGTH = 64 * 1024;

    static final int MAX_DEPTH = 100;

    /** Numbers with more characters may take some ten microseconds each. */
    private static final int SHORT_NUMBER = 15;

    static final int MAX_LONG_NUMBERS = 100;

    private static final JsonFactory PARSERS = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();
    private static final String HEXADECIMAL = "0123456789abcdef";

    /** Thrown and caught only in this class if there is no canonical form. */
    private static final class NotCanonical extends Exception {

        private static final long serialVersionUID = 1;

        private NotCanonical() {
            super("no canonical form", null, false, false);
        }
    }

    private final JsonParser parser;
    private int longNumbers;

    private CanonicalJson(JsonParser parser) {
        this.parser = parser;
    }

    /** Returns the canonical form of a JSON text in UTF-8; empty if it has none. */
    static Optional<byte[]> of(byte[] text) {
        if (text.length > MAX_LENGTH) {
            return Optional.empty();
        }
        try {
            String characters = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
            try (JsonParser parser = PARSERS.createParser(characters)) {
                parser.nextToken();
                String canonical = new CanonicalJson(parser).value();
                return parser.nextToken() == null
                        ? Optional.of(canonical.getBytes(StandardCharsets.UTF_8))
                        : Optional.empty();
            }
        } catch (NotCanonical | CharacterCodingException | JacksonException | ArithmeticException none) {
            return Optional.empty();
        }
    }

    private String value() throws NotCanonical {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new NotCanonical();
        }
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> quoted(parser.getString());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getString());
            case VALUE_TRUE -> "true";
            case VALUE_FALSE -> "false";
            case VALUE_NULL -> "null";
            default -> throw new NotCanonical();
        };
    }

    private String number(String literal) throws NotCanonical {
        longNumbers += literal.length() > SHORT_NUMBER ? 1 : 0;
        if (longNumbers > MAX_LONG_NUMBERS) {
            throw new NotCanonical();
        }
        return EcmaScriptNumber.canonical(literal).orElseThrow(NotCanonical::new);
    }

    /** RFC 8785 3.2.3: names are sorted by their UTF-16 code units, as {@link String#compareTo} does. */
    private String object() throws NotCanonical {
        Map<String, String> members = new TreeMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            if (members.put(name, value()) != null) {
                throw new NotCanonical();
            }
        }
        var text = new StringBuilder("{");
        for (Map.Entry<String, String> member : members.entrySet()) {
            text.append(text.length() == 1 ? "" : ",")
                    .append(quoted(member.getKey()))
                    .append(':')
                    .append(member.getValue());
        }
        return text.append('}').toString();
    }

    private String array() throws NotCanonical {
        var text = new StringBuilder("[");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            text.append(text.length() == 1 ? "" : ",").append(value());
        }
        return text.append(']').toString();
    }

    /** RFC 8785 3.2.2.2. */
    private static String quoted(String value) throws NotCanonical {
        var text = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char unit = value.charAt(i);
            if (Character.isHighSurrogate(unit)
                    && i + 1 < value.length()
                    && Character.isLowSurrogate(value.charAt(i + 1))) {
                text.append(unit).append(value.charAt(++i));
            } else if (Character.isSurrogate(unit)) {
                throw new NotCanonical();
            } else {
                escape(unit, text);
            }
        }
        return text.append('"').toString();
    }

    private static void escape(char unit, StringBuilder to) {
        switch (unit) {
            case '"', '\\' -> to.append('\\').append(unit);
            case '\b' -> to.append("\\b");
            case '\t' -> to.append("\\t");
            case '\n' -> to.append("\\n");
            case '\f' -> to.append("\\f");
            case '\r' -> to.append("\\r");
            default -> {
                if (unit < ' ') {
                    to.append("\\u00").append(HEXADECIMAL.charAt(unit >> 4)).append(HEXADECIMAL.charAt(unit & 0xf));
                } else {
                    to.append(unit);
                }
            }
        }
    }
}
