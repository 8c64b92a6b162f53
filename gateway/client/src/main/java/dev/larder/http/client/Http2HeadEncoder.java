package dev.larder.http.client;

import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Converts the head of a request to HTTP/2 (RFC 9113 8.3.1), as strictly as {@link RequestHeadEncoder}. Fields that are about a
 * connection are left out (RFC 9113 8.2.2).
 */
final class Http2HeadEncoder {

    /** Fields that have no meaning in HTTP/2, in lower case. */
    private static final Set<String> CONNECTION_FIELDS = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "transfer-encoding",
            "upgrade",
            "http2-settings",
            "te",
            "host");

    private static final int HTTPS = 443;
    private static final int PSEUDO_FIELDS = 4;

    private Http2HeadEncoder() {}

    /**
     * Returns the header section of a request.
     *
     * @throws IllegalArgumentException if the method, the target or a field is malformed
     */
    static Http2Headers encode(OriginRequest request) {
        RequestHeadEncoder.requireToken(request.method(), "method");
        RequestHeadEncoder.requireTarget(request.target());
        var headers =
                new DefaultHttp2Headers(false, PSEUDO_FIELDS + request.fields().size());
        headers.method(request.method())
                .scheme("https")
                .authority(authority(request))
                .path(request.target());
        add(headers, request.fields());
        return headers;
    }

    /**
     * Returns a trailer section.
     *
     * @throws IllegalArgumentException if a field is malformed
     */
    static Http2Headers encodeTrailers(HeaderFields trailers) {
        var headers = new DefaultHttp2Headers(false, trailers.size());
        add(headers, trailers);
        return headers;
    }

    private static void add(Http2Headers headers, HeaderFields fields) {
        for (HeaderField field : fields) {
            RequestHeadEncoder.requireToken(field.name(), "field name");
            String value = toOctets(field).strip();
            String name = field.name().toLowerCase(Locale.ROOT);
            if (!CONNECTION_FIELDS.contains(name)) {
                headers.add(name, value);
            } else if (name.equals("te") && value.equalsIgnoreCase("trailers")) {
                headers.add(name, "trailers");
            }
        }
    }

    /** Returns the value of a field with a question mark for each char that is no octet: HPACK would cut it. */
    private static String toOctets(HeaderField field) {
        RequestHeadEncoder.requireValue(field);
        String value = field.value();
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) > RequestHeadEncoder.LAST_OCTET) {
                return new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
            }
        }
        return value;
    }

    /** RFC 9113 8.3.1: the field Host of the request, which names the authority that its client has asked. */
    private static String authority(OriginRequest request) {
        String authority = null;
        for (HeaderField field : request.fields()) {
            if (field.name().equalsIgnoreCase("host")) {
                if (authority != null) {
                    throw new IllegalArgumentException("The request has more than one field Host.");
                }
                authority = toOctets(field).strip();
            }
        }
        if (authority != null) {
            return authority;
        }
        OriginAddress origin = request.origin();
        String host = origin.host().indexOf(':') < 0 ? origin.host() : "[" + origin.host() + "]";
        return origin.port() == HTTPS ? host : host + ":" + origin.port();
    }
}
