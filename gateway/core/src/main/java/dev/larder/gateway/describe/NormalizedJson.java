package dev.larder.gateway.describe;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON text (RFC 8259) without white space, the members of its objects in order, for cache keys only (RFC 10008 2.7): neither
 * has a meaning. Numbers and strings stay as they are spelled, because the origin gets the client's spelling, and may answer
 * {@code 1.0} otherwise than {@code 1}.
 *
 * <p>There is no such form for texts about which parsers disagree: duplicate names, malformed UTF-8, a byte order mark; and for
 * texts beyond {@value #MAX_LENGTH} octets or {@value #MAX_DEPTH} levels.
 */
final class NormalizedJson {

    /** Longer texts are not worth their time, which the loop of the connection spends. */
    static final int MAX_LENGTH = 64 * 1024;

    static final int MAX_DEPTH = 100;

    private static final JsonFactory PARSERS = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private final String text;
    private int at;

    private NormalizedJson(String text) {
        this.text = text;
    }

    /** Returns the form of a JSON text in UTF-8; empty if it has none. */
    static Optional<byte[]> of(byte[] octets) {
        if (octets.length > MAX_LENGTH) {
            return Optional.empty();
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString();
            return isOneValue(text)
                    ? Optional.of(new NormalizedJson(text).value().getBytes(StandardCharsets.UTF_8))
                    : Optional.empty();
        } catch (CharacterCodingException | JacksonException malformed) {
            return Optional.empty();
        }
    }

    /** Once this is true, the text need not be checked any more. */
    private static boolean isOneValue(String text) {
        try (JsonParser parser = PARSERS.createParser(text)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            parser.finishToken();
            return parser.nextToken() == null;
        }
    }

    private String value() {
        skipBlanks();
        return switch (text.charAt(at)) {
            case '{' -> object();
            case '[' -> array();
            default -> literal();
        };
    }

    private String object() {
        Map<String, String> members = new TreeMap<>();
        at++;
        while (next() != '}') {
            String name = literal();
            next();
            members.put(name, value());
        }
        at++;
        var result = new StringBuilder("{");
        members.forEach((name, value) -> result.append(result.length() == 1 ? "" : ",")
                .append(name)
                .append(':')
                .append(value));
        return result.append('}').toString();
    }

    private String array() {
        var result = new StringBuilder("[");
        at++;
        while (next() != ']') {
            result.append(result.length() == 1 ? "" : ",").append(value());
        }
        at++;
        return result.append(']').toString();
    }

    /** Skips blanks, a comma and a colon; returns the next character. */
    private char next() {
        skipBlanks();
        if (text.charAt(at) == ',' || text.charAt(at) == ':') {
            at++;
            skipBlanks();
        }
        return text.charAt(at);
    }

    private void skipBlanks() {
        while (isBlank(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t' || character == '\n' || character == '\r';
    }

    /** Returns a string, a number, or a name of a value, as it is spelled. */
    private String literal() {
        int begin = at;
        if (text.charAt(at) == '"') {
            at++;
            while (text.charAt(at) != '"') {
                at += text.charAt(at) == '\\' ? 2 : 1;
            }
            at++;
        } else {
            while (at < text.length() && !isBlank(text.charAt(at)) && ",]}".indexOf(text.charAt(at)) < 0) {
                at++;
            }
        }
        return text.substring(begin, at);
    }
}
