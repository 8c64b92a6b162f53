package dev.larder.writes.intake;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Validates content that must be one JSON text, in UTF-8 and without a byte order mark (RFC 8259 8.1). */
final class JsonContentValidator {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private JsonContentValidator() {}

    /**
     * Returns why the content is not a JSON text; empty if it is.
     *
     * @param opened the content; closed here
     * @throws IOException if it cannot be read
     */
    static Optional<String> fault(InputStream opened) throws IOException {
        try (InputStream in = opened) {
            byte[] first = in.readNBytes(4);
            if (first.length == 0) {
                return Optional.of("it is empty");
            }
            for (byte each : first) {
                if (each == 0 || each == (byte) 0xEF || each == (byte) 0xFE || each == (byte) 0xFF) {
                    return Optional.of("it is not in UTF-8, or begins with a byte order mark");
                }
            }
            return malformed(new SequenceInputStream(new ByteArrayInputStream(first), in));
        }
    }

    private static Optional<String> malformed(InputStream in) throws IOException {
        int open = 0;
        int values = 0;
        try (JsonParser parser = MAPPER.createParser(in)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                open += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                values += open == 0 ? 1 : 0;
            }
        } catch (JacksonException malformed) {
            var where = malformed.getLocation();
            return Optional.of(where == null ? "it ends too early" : "at byte " + Math.max(0, where.getByteOffset()));
        }
        return values == 1 ? Optional.empty() : Optional.of("it is " + values + " values, not one");
    }

    /**
     * Returns the text of a member of the content, by its JSON Pointer (RFC 6901); empty if there is none.
     *
     * @throws IOException if the content cannot be read
     */
    static String member(InputStream opened, String pointer) throws IOException {
        try (InputStream in = opened) {
            JsonNode found = MAPPER.readTree(in).at(JsonPointer.compile(pointer));
            return found.isMissingNode() ? "" : found.isString() ? found.stringValue() : found.toString();
        }
    }
}
