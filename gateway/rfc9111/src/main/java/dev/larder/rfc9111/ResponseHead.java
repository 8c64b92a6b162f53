package dev.larder.rfc9111;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * RFC 9110 6.2: the control data and header section of a response.
 *
 * @param status the status code
 * @param fields the header section
 */
public record ResponseHead(int status, HeaderFields fields) {

    private static final int MAX_LENGTH_DIGITS = 18;
    private static final FieldNames HOP_BY_HOP =
            FieldNames.of("connection", "keep-alive", "proxy-connection", "transfer-encoding");

    public ResponseHead {
        Objects.requireNonNull(fields, "fields");
    }

    boolean success() {
        return status >= 200 && status < 300;
    }

    /** Returns a copy with these fields. */
    public ResponseHead withFields(HeaderFields changed) {
        return new ResponseHead(status, changed);
    }

    /** Returns the length of the content in octets, as Content-Length announces it; empty if it does not, or not a plausible one. */
    public OptionalLong announcedLength() {
        Optional<String> stated = fields.first("Content-Length");
        if (stated.isEmpty()) {
            return OptionalLong.empty();
        }
        String text = stated.get();
        boolean digits = !text.isEmpty() && text.length() <= MAX_LENGTH_DIGITS;
        for (int i = 0; i < text.length() && digits; i++) {
            digits = text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        return digits ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    /** RFC 9110 7.6.1: returns this head without the fields of one connection, those that Connection names among them. */
    public ResponseHead endToEnd() {
        FieldNames named = FieldNames.ofConnection(fields);
        HeaderFields kept = fields.without(name -> HOP_BY_HOP.contains(name) || named.contains(name));
        return kept.size() == fields.size() ? this : withFields(kept);
    }
}
