package dev.larder.rfc9111;

import java.util.Objects;

/**
 * RFC 9110 6.2: the control data and header section of a response.
 *
 * @param status the status code
 * @param fields the header section
 */
public record ResponseHead(int status, HeaderFields fields) {

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

    /** RFC 9110 7.6.1: returns this head without the fields of one connection, those that Connection names among them. */
    public ResponseHead endToEnd() {
        FieldNames named = FieldNames.ofConnection(fields);
        HeaderFields kept = fields.without(name -> HOP_BY_HOP.contains(name) || named.contains(name));
        return kept.size() == fields.size() ? this : withFields(kept);
    }
}
