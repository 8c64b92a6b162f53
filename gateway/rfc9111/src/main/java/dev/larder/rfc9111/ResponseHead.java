package dev.larder.rfc9111;

import java.util.Objects;

/**
 * RFC 9110 6.2: the control data and header section of a response.
 *
 * @param status the status code
 * @param fields the header section
 */
public record ResponseHead(int status, HeaderFields fields) {

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

    /** Returns this head without hop-by-hop fields (RFC 9110 7.6.1). */
    public ResponseHead endToEnd() {
        return withFields(fields.without("Connection", "Keep-Alive", "Transfer-Encoding", "Proxy-Connection"));
    }
}
