package dev.larder.http;

import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValidationUtil;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.NetUtil;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decides which request heads (RFC 9112 3, RFC 9110 7.2) a shared cache may process; all others are refused with a reason. */
public final class RequestHeadPolicy {

    /** Maximum field lines of a request; more are refused. */
    static final int MAX_FIELDS = 128;

    /**
     * The reason for refusing a request.
     *
     * @param status status of the response, 4xx or 5xx
     * @param detail one sentence for the client
     */
    record Refusal(HttpResponseStatus status, String detail) {}

    /** RFC 9112 3: "a server that receives a method longer than any that it implements SHOULD respond with a 501". */
    private static final int LONGEST_METHOD = 64;

    /** A colon and five digits. */
    private static final int LONGEST_PORT = 6;

    private static final Pattern AUTHORITY =
            Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._~!$&'()*+;=-]+)(?::([0-9]{0,5}))?");
    private static final int MAX_PORT = 65_535;
    private static final String FORWARDED_PREFIX = "x-forwarded-";
    private static final Set<String> END_TO_END = Set.of(
            "host",
            "content-length",
            "content-type",
            "content-encoding",
            "authorization",
            "cookie",
            "cache-control",
            "accept",
            "accept-encoding",
            "accept-language",
            "if-none-match",
            "if-modified-since",
            "if-match",
            "if-unmodified-since",
            "if-range",
            "range",
            "origin",
            "referer",
            "user-agent",
            "pragma",
            "vary",
            "date",
            "accept-charset",
            "accept-ranges",
            "age",
            "allow",
            "authentication-info",
            "content-language",
            "content-location",
            "content-range",
            "etag",
            "expect",
            "expires",
            "forwarded",
            "from",
            "idempotency-key",
            "last-modified",
            "link",
            "location",
            "max-forwards",
            "prefer",
            "priority",
            "retry-after",
            "server",
            "set-cookie",
            "transfer-encoding",
            "via",
            "www-authenticate");

    private RequestHeadPolicy() {}

    /** Returns whether a shared cache may process a request. */
    public static boolean accepts(HttpRequest request) {
        return refusal(request).isEmpty();
    }

    static Optional<Refusal> refusal(HttpRequest request) {
        if (request.decoderResult().isFailure()) {
            return Optional.of(undecodable(request.decoderResult().cause()));
        }
        if (request.headers().size() > MAX_FIELDS) {
            return Optional.of(new Refusal(
                    HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The request has too many header fields."));
        }
        if (request.protocolVersion().majorVersion() != 1) {
            return Optional.of(new Refusal(
                    HttpResponseStatus.HTTP_VERSION_NOT_SUPPORTED, "The version of the request is not HTTP/1.x."));
        }
        return method(request)
                .or(() -> host(request))
                .or(() -> target(request))
                .or(() -> framing(request))
                .or(() -> connection(request))
                .or(() -> expectation(request));
    }

    /** Whether a valid request is in HTTP/1.1, has no content and no expectation, and keeps its connection open. */
    static boolean isPlain(HttpRequest request) {
        HttpHeaders fields = request.headers();
        return request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && !fields.contains(HttpHeaderNames.CONTENT_LENGTH)
                && !fields.contains(HttpHeaderNames.TRANSFER_ENCODING)
                && !fields.contains(HttpHeaderNames.EXPECT)
                && (!fields.contains(HttpHeaderNames.CONNECTION)
                        || fields.getAll(HttpHeaderNames.CONNECTION).stream().allMatch("keep-alive"::equalsIgnoreCase));
    }

    private static Refusal undecodable(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            return new Refusal(HttpResponseStatus.REQUEST_URI_TOO_LONG, "The request line is too long.");
        }
        if (cause instanceof TooLongHttpHeaderException || cause instanceof TooLongFrameException) {
            return new Refusal(
                    HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The request header section is too large.");
        }
        return bad("The request is not valid HTTP/1.1.");
    }

    private static Optional<Refusal> method(HttpRequest request) {
        HttpMethod method = request.method();
        if (method.equals(HttpMethod.CONNECT) || method.equals(HttpMethod.TRACE)) {
            return Optional.of(new Refusal(
                    HttpResponseStatus.METHOD_NOT_ALLOWED, "The method " + method.name() + " is not served here."));
        }
        if (method.name().length() > LONGEST_METHOD) {
            return Optional.of(
                    new Refusal(HttpResponseStatus.NOT_IMPLEMENTED, "The method is longer than any that there is."));
        }
        return Optional.empty();
    }

    /** Makes an absolute-form target one in origin form, whose authority replaces Host (RFC 9112 3.2.2). */
    static void normalize(HttpRequest request) {
        toOriginForm(request);
        withoutEmptyPort(request);
    }

    private static void toOriginForm(HttpRequest request) {
        String uri = request.uri();
        int scheme =
                uri.regionMatches(true, 0, "http://", 0, 7) ? 7 : uri.regionMatches(true, 0, "https://", 0, 8) ? 8 : 0;
        if (scheme == 0 || !mayBeReplaced(request)) {
            return;
        }
        int end = authorityEnd(uri, scheme);
        String authority = uri.substring(scheme, end);
        if (!isValidAuthority(authority)) {
            return;
        }
        request.headers().set(HttpHeaderNames.HOST, authority);
        String rest = uri.substring(end);
        request.setUri(rest.startsWith("/") ? rest : "/" + rest);
    }

    /** RFC 3986 3.2.3: a colon without digits is omitted, as it has no meaning. */
    private static void withoutEmptyPort(HttpRequest request) {
        String host = request.headers().get(HttpHeaderNames.HOST);
        if (host != null && host.length() > 1 && host.endsWith(":") && isValidAuthority(host)) {
            request.headers().set(HttpHeaderNames.HOST, host.substring(0, host.length() - 1));
        }
    }

    private static int authorityEnd(String uri, int from) {
        for (int i = from; i < uri.length(); i++) {
            char c = uri.charAt(i);
            if (c == '/' || c == '?' || c == '#') {
                return i;
            }
        }
        return uri.length();
    }

    /**
     * RFC 9112 3.2 and 3.2.2: the authority of an absolute-form target replaces Host, but 400 still answers "any
     * HTTP/1.1 request message that lacks a Host header field", has several, or one "with an invalid field value".
     */
    private static boolean mayBeReplaced(HttpRequest request) {
        return host(request).isEmpty();
    }

    private static Optional<Refusal> host(HttpRequest request) {
        List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
        if (hosts.isEmpty() && request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0) {
            return Optional.empty();
        }
        if (hosts.size() != 1) {
            return Optional.of(bad("The request must have exactly one Host field."));
        }
        return isValidAuthority(hosts.get(0)) ? Optional.empty() : Optional.of(bad("The Host field is not valid."));
    }

    static boolean isValidAuthority(String authority) {
        return isPlainAuthority(authority) || isUnusualAuthority(authority);
    }

    /** RFC 3986 3.2.2, except percent-encoding, which host names do not need. */
    private static boolean isUnusualAuthority(String authority) {
        Matcher parts = AUTHORITY.matcher(authority);
        return parts.matches()
                && isPort(parts.group(2) == null ? "" : parts.group(2))
                && (!authority.startsWith("[") || NetUtil.isValidIpV6Address(parts.group(1)));
    }

    private static boolean isPort(String digits) {
        return digits.isEmpty() || Integer.parseInt(digits) <= MAX_PORT;
    }

    /** The usual case: letters, digits, dots and hyphens, and optionally a port. */
    private static boolean isPlainAuthority(String authority) {
        int colon = authority.indexOf(':');
        int end = colon < 0 ? authority.length() : colon;
        for (int i = 0; i < end; i++) {
            char c = authority.charAt(i);
            if (!isDigit(c) && !(c >= 'a' && c <= 'z') && c != '.' && c != '-') {
                return false;
            }
        }
        int port = 0;
        for (int i = end + 1; i < authority.length(); i++) {
            if (!isDigit(authority.charAt(i))) {
                return false;
            }
            port = port * 10 + authority.charAt(i) - '0';
        }
        return end > 0 && authority.length() - end <= LONGEST_PORT && port <= MAX_PORT;
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static Optional<Refusal> target(HttpRequest request) {
        if (request.uri().equals("*") && request.method().equals(HttpMethod.OPTIONS)) {
            return Optional.of(new Refusal(
                    HttpResponseStatus.NOT_IMPLEMENTED, "OPTIONS for the server as a whole is not served."));
        }
        return RequestTargetPolicy.refusal(request.uri()).map(RequestHeadPolicy::bad);
    }

    private static Optional<Refusal> framing(HttpRequest request) {
        if (isOfOldWebSocket(request)) {
            return Optional.of(bad("A GET has no content that no field tells the length of."));
        }
        List<String> codings = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (codings.isEmpty()) {
            return Optional.empty();
        }
        if (codings.size() > 1 || !codings.get(0).trim().equalsIgnoreCase("chunked")) {
            return Optional.of(bad("The only transfer coding understood is a single 'chunked'."));
        }
        return Optional.empty();
    }

    /** A WebSocket draft had eight octets after the head; Netty removes them, part of another request (RFC 9112 6.3). */
    private static boolean isOfOldWebSocket(HttpRequest request) {
        return request.headers().contains(HttpHeaderNames.SEC_WEBSOCKET_KEY1)
                && request.headers().contains(HttpHeaderNames.SEC_WEBSOCKET_KEY2);
    }

    /** RFC 9110 7.6.1: a list of tokens; 5.6.1.2: empty elements are ignored. */
    private static Optional<Refusal> connection(HttpRequest request) {
        for (String line : request.headers().getAll(HttpHeaderNames.CONNECTION)) {
            for (String element : line.split(",", -1)) {
                String option = element.trim().toLowerCase(Locale.ROOT);
                if (HttpHeaderValidationUtil.validateToken(option) >= 0) {
                    return Optional.of(bad("The Connection field has an option that is no token."));
                }
                if (isEndToEnd(option)) {
                    return Optional.of(bad("The Connection field names an end-to-end field."));
                }
            }
        }
        return Optional.empty();
    }

    /** RFC 9110 10.1.1: 417 for "a member other than 100-continue", which is not supported. */
    private static Optional<Refusal> expectation(HttpRequest request) {
        for (String line : request.headers().getAll(HttpHeaderNames.EXPECT)) {
            for (String element : line.split(",", -1)) {
                String expected = element.trim();
                if (!expected.isEmpty() && !HttpHeaderValues.CONTINUE.contentEqualsIgnoreCase(expected)) {
                    return Optional.of(new Refusal(
                            HttpResponseStatus.EXPECTATION_FAILED, "Nothing is expected here but '100-continue'."));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isEndToEnd(String name) {
        return END_TO_END.contains(name) || name.startsWith(FORWARDED_PREFIX);
    }

    private static Refusal bad(String detail) {
        return new Refusal(HttpResponseStatus.BAD_REQUEST, detail);
    }
}
