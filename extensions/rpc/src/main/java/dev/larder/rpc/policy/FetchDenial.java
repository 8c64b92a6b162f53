package dev.larder.rpc.policy;

import io.grpc.Status;
import io.grpc.Status.Code;

/** The reason why a document is not fetched at all. Its name begins the description of the client's status. */
public enum FetchDenial {
    /** Longer than any request line that the gateway accepts. */
    URL_TOO_LONG(Code.INVALID_ARGUMENT, "The URL has more than 8192 characters."),
    /** Neither an absolute URL by RFC 3986 nor a path. */
    URL_MALFORMED(Code.INVALID_ARGUMENT, "The URL is neither an absolute one by RFC 3986 nor a path."),
    /** A scheme other than http and https. */
    SCHEME(Code.PERMISSION_DENIED, "Only URLs by http and https are fetched."),
    /** A user name or a password before the host. */
    USER_INFORMATION(
            Code.PERMISSION_DENIED, "The URL has user information, which belongs into the field Authorization."),
    /** A fragment, which is local to the client. */
    FRAGMENT(Code.INVALID_ARGUMENT, "The URL has a fragment, which is never sent."),
    /** A host that different parsers would read differently. */
    HOST_MALFORMED(Code.INVALID_ARGUMENT, "The host is neither a name of letters, digits and hyphens nor an address."),
    /** An IPv4 address as a number, in octal or hexadecimal digits, or with missing parts. */
    ADDRESS_FORM(Code.PERMISSION_DENIED, "An IPv4 address is written as four decimal numbers without leading zeros."),
    /** An IPv6 address that represents an IPv4 one. */
    ADDRESS_EMBEDDED(Code.PERMISSION_DENIED, "The IPv6 address has an IPv4 address in it."),
    /** 0.0.0.0/8, ::. */
    ADDRESS_UNSPECIFIED(Code.PERMISSION_DENIED, "The address is of no host, and it is not listed."),
    /** 127.0.0.0/8, ::1. */
    ADDRESS_LOOPBACK(Code.PERMISSION_DENIED, "The address is one of the gateway's own machine, and it is not listed."),
    /** 169.254.0.0/16, fe80::/10. */
    ADDRESS_LINK_LOCAL(Code.PERMISSION_DENIED, "The address is link-local, and it is not listed."),
    /** 10.0.0.0/8 and similar blocks, fc00::/7. */
    ADDRESS_PRIVATE(Code.PERMISSION_DENIED, "The address is one of a private network, and it is not listed."),
    /** 224.0.0.0/4, ff00::/8. */
    ADDRESS_MULTICAST(Code.PERMISSION_DENIED, "The address is of a group of hosts."),
    /** Any other address that no internet host has. */
    ADDRESS_RESERVED(Code.PERMISSION_DENIED, "The address is reserved, and it is not listed."),
    /** The host is listed, but with another scheme or port. */
    PORT_NOT_LISTED(Code.PERMISSION_DENIED, "The host is listed, but not by this scheme and port."),
    /** Neither the gateway itself nor a listed origin. */
    ORIGIN_NOT_LISTED(
            Code.PERMISSION_DENIED,
            "The URL is neither one of the gateway (larder.rpc.public-origins) nor of a listed origin (larder.rpc.allowed-origins)."),
    /** A path that two parsers could read differently. */
    TARGET(Code.INVALID_ARGUMENT, "The path or the query of the URL is ambiguous."),
    /** A malformed field name or value. */
    FIELD_MALFORMED(Code.INVALID_ARGUMENT, "A header field is malformed, or there are too many."),
    /** A connection-specific field, or one that states where a request comes from or goes to. */
    FIELD_FORBIDDEN(Code.INVALID_ARGUMENT, "A header field is one that clients of this service cannot set."),
    /** No route matches the URL. */
    NO_ROUTE(Code.NOT_FOUND, "No route of the gateway is for this URL."),
    /** The gateway itself has failed. */
    FAILED(Code.INTERNAL, "The gateway has failed; its log says how."),
    /** More requests than a call accepts. */
    TOO_MANY_REQUESTS(Code.INVALID_ARGUMENT, "The call has more than 1000 requests."),
    /** The name resolves to addresses that are not admitted for listed names. */
    RESOLVED_ADDRESS(
            Code.PERMISSION_DENIED,
            "The host's name leads to an address that is not listed (larder.rpc.allowed-addresses), and is no public one.");

    private final Code code;
    private final String sentence;

    FetchDenial(Code code, String sentence) {
        this.code = code;
        this.sentence = sentence;
    }

    /** Returns the status for the client. */
    public Status status() {
        return code.toStatus().withDescription(name() + ": " + sentence);
    }
}
