package dev.larder.rfc9111;

import java.net.URI;
import java.util.Objects;

/**
 * The control data and header section of a request (RFC 9110 6.2 and 7.1).
 *
 * @param method the request method, case-sensitive
 * @param target the absolute target URI
 * @param fields the header section
 */
public record RequestHead(String method, URI target, HeaderFields fields) {

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

    /** RFC 9110 13.2.1, RFC 10008 2.6: whether a condition on this method can be answered 304. */
    boolean validatable() {
        return isGet() || isHead() || method.equals("QUERY");
    }

    /** RFC 9112 6: a request has content if it has a Content-Length other than zero or a Transfer-Encoding. */
    public boolean hasContent() {
        return fields.contains("Transfer-Encoding")
                || fields.values("Content-Length").stream()
                        .anyMatch(length -> !length.strip().equals("0"));
    }

    /** RFC 9110 7.8: whether it asks for another protocol; an offer of HTTP/2 is one to answer in HTTP/1.1. */
    public boolean upgrades() {
        return FieldList.tokens(fields, "Upgrade").stream().anyMatch(protocol -> !protocol.equals("h2c"));
    }

    /** RFC 9110 13.1: whether the client asks on a condition of its own. */
    boolean conditional() {
        return RequestPreconditions.FIELDS.stream().anyMatch(fields::contains);
    }

    /** The same with these fields. */
    public RequestHead withFields(HeaderFields changed) {
        return new RequestHead(method, target, changed);
    }
}
