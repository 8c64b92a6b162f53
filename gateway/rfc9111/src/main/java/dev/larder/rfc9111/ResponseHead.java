package dev.larder.rfc9111;

import java.util.Objects;
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

    boolean isSuccessful() {
        return status >= 200 && status < 300;
    }

    /** Returns a copy with these fields. */
    public ResponseHead withFields(HeaderFields changed) {
        return new ResponseHead(status, changed);
    }

    /** Returns the length of the content in octets, as Content-Length announces it; empty if it does not, or not a plausible one. */
    public OptionalLong announcedLength() {
        for (HeaderField field : fields) {
            String digits = field.name().equalsIgnoreCase("Content-Length")
                    ? field.value().trim()
                    : "";
            if (!digits.isEmpty() && digits.length() <= MAX_LENGTH_DIGITS && areDigits(digits)) {
                return OptionalLong.of(Long.parseLong(digits));
            }
        }
        return OptionalLong.empty();
    }

    private static boolean areDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** RFC 9110 7.6.1: returns this head without the fields of one connection, those that Connection names among them. */
    public ResponseHead endToEnd() {
        FieldNames named = FieldNames.ofConnection(fields);
        HeaderFields kept = fields.without(name -> HOP_BY_HOP.contains(name) || named.contains(name));
        return kept.size() == fields.size() ? this : withFields(kept);
    }
}
