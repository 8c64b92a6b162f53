package dev.larder.writes.delivery;

import dev.larder.writes.OriginReply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The content of a 207 (Multi-Status): a JSON array of {@code {"status": 201, "body": ...}}, one per write, in order.
 * Other members are ignored.
 */
final class MultiStatusContent {

    /** Octets kept of each answer's content. */
    static final int KEPT = 16 * 1024;

    private static final int LONGEST = 64 * 1024 * 1024;
    private static final int OF_AN_ITEM = 64 * 1024;
    private static final int LOWEST_STATUS = 200;
    private static final int HIGHEST_STATUS = 599;
    private static final String JSON = "application/json";
    private static final JsonFactory FACTORY = new JsonFactory();

    private final byte[] content;
    private final JsonParser parser;

    private MultiStatusContent(byte[] content, JsonParser parser) {
        this.content = content;
        this.parser = parser;
    }

    /** Returns the maximum octets read of the answer to this many writes. */
    static int longest(int items) {
        return (int) Math.min(LONGEST, (items + 1L) * OF_AN_ITEM);
    }

    /** Returns the replies to this many writes; empty if the content is malformed. */
    static Optional<List<OriginReply>> parse(byte[] content, int items) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), content)) {
            return Optional.ofNullable(new MultiStatusContent(content, parser).array(items));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private @Nullable List<OriginReply> array(int items) {
        if (parser.nextToken() != JsonToken.START_ARRAY) {
            return null;
        }
        List<OriginReply> replies = new ArrayList<>();
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            OriginReply reply = item();
            if (reply == null || replies.size() == items) {
                return null;
            }
            replies.add(reply);
        }
        boolean whole = parser.currentToken() == JsonToken.END_ARRAY && parser.nextToken() == null;
        return whole && replies.size() == items ? replies : null;
    }

    private @Nullable OriginReply item() {
        int status = 0;
        @Nullable String body = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("status") && value == JsonToken.VALUE_NUMBER_INT) {
                status = parser.getIntValue();
            } else if (name.equals("body")) {
                body = value();
            } else {
                parser.skipChildren();
            }
        }
        if (status < LOWEST_STATUS || status > HIGHEST_STATUS) {
            return null;
        }
        return body == null
                ? new OriginReply(status, Optional.empty(), "")
                : new OriginReply(status, Optional.of(JSON), body);
    }

    private String value() {
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.finishToken();
        parser.skipChildren();
        return text(content, from, (int) parser.currentLocation().getByteOffset());
    }

    /** Returns the kept part of these octets as text, without a truncated character at the end. */
    static String text(byte[] octets, int from, int until) {
        int end = Math.min(until, from + KEPT);
        while (end < until && end > from && (octets[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(octets, from, end - from, StandardCharsets.UTF_8);
    }
}
