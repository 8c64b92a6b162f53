package dev.larder.rfc9111;

import java.net.URI;
import java.util.List;
import java.util.Objects;

/**
 * RFC 9110 6.2 and 7.1: the control data and header section of a request.
 *
 * @param method the request method, case-sensitive
 * @param target the absolute target URI
 * @param fields the header section
 */
public record RequestHead(String method, URI target, HeaderFields fields) {

    /** RFC 9110 13.1: the fields that make a request conditional. */
    static final List<String> CONDITIONS =
            List.of("If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range");

    public RequestHead {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(fields, "fields");
    }

    boolean isGet() {
        return method.equals("GET");
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    /** RFC 9110 13.2.1, RFC 10008 2.6: whether a conditional request with this method can be answered with 304. */
    boolean allowsNotModified() {
        return isGet() || isHead() || method.equals("QUERY");
    }

    /** RFC 9112 6: a request has content if it has a Content-Length other than zero or a Transfer-Encoding. */
    public boolean hasContent() {
        if (fields.contains("Transfer-Encoding")) {
            return true;
        }
        for (String length : fields.values("Content-Length")) {
            if (!length.strip().equals("0")) {
                return true;
            }
        }
        return false;
    }

    /** RFC 9110 7.8: whether it requests another protocol. An offer of HTTP/2 does not count and is answered in HTTP/1.1. */
    public boolean isUpgrade() {
        return fields.contains("Upgrade")
                && FieldList.tokens(fields, "Upgrade").stream().anyMatch(protocol -> !protocol.equals("h2c"));
    }

    /** RFC 9110 13.1: whether the request is conditional. */
    boolean isConditional() {
        for (String condition : CONDITIONS) {
            if (fields.contains(condition)) {
                return true;
            }
        }
        return false;
    }

    /** Returns a copy with these fields. */
    public RequestHead withFields(HeaderFields changed) {
        return new RequestHead(method, target, changed);
    }
}
