package dev.larder.gateway.filter.origin;

import dev.larder.gateway.message.ClientRequest;
import dev.larder.http.client.OriginRequest;
import dev.larder.rfc9111.MaxForwards;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Map;
import java.util.Optional;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Adapts the head of a request that a gateway forwards. RFC 9110 7.6.3: "An HTTP-to-HTTP gateway MUST send an appropriate Via
 * header field in each inbound request message"; 7.6.2: it decrements {@link MaxForwards}. A request without content is forwarded
 * as such: Netty's client would announce chunked content that does not exist, which not every origin reads to its end.
 */
public final class OriginRequestHeadersFilter implements HttpHeadersFilter, Ordered {

    private static final String ATTRIBUTE = OriginRequestHeadersFilter.class.getName();

    private final String pseudonym;

    /** @param pseudonym name of the gateway in Via; empty for none */
    public OriginRequestHeadersFilter(String pseudonym) {
        this.pseudonym = pseudonym;
    }

    /** Marks a request that the cache forwards; other requests are left to the gateway that it is part of. */
    public static void of(ServerWebExchange exchange) {
        of(exchange.getAttributes());
    }

    static void of(Map<String, Object> attributes) {
        attributes.put(ATTRIBUTE, true);
    }

    /** Returns whether the cache forwards this request. */
    public static boolean is(ServerWebExchange exchange) {
        return exchange.getAttributes().containsKey(ATTRIBUTE);
    }

    @Override
    public HttpHeaders filter(HttpHeaders fields, ServerWebExchange exchange) {
        if (!is(exchange)) {
            return fields;
        }
        Optional<HttpServerRequest> received = received(exchange.getRequest());
        var forwarded = new HttpHeaders();
        forwarded.addAll(fields);
        if (!pseudonym.isEmpty()) {
            forwarded.add(HttpHeaders.VIA, version(received) + " " + pseudonym);
        }
        if (received.filter(OriginRequestHeadersFilter::isEmpty).isPresent()
                && !fields.containsHeader(HttpHeaders.CONTENT_LENGTH)) {
            forwarded.setContentLength(0);
        }
        String method = exchange.getRequest().getMethod().name();
        MaxForwards.left(method, fields::getOrEmpty)
                .ifPresent(left -> forwarded.set(MaxForwards.FIELD, Long.toString(Math.max(0, left - 1))));
        return forwarded;
    }

    private static String version(Optional<HttpServerRequest> received) {
        HttpVersion version = received.map(HttpServerRequest::version).orElse(HttpVersion.HTTP_1_1);
        return version.majorVersion() + "." + version.minorVersion();
    }

    /** RFC 9112 6.3: a request with neither Transfer-Encoding nor Content-Length has no content. */
    private static boolean isEmpty(HttpServerRequest received) {
        return !OriginRequest.isUsuallyWithoutContent(received.method().name())
                && !received.requestHeaders().contains(HttpHeaderNames.TRANSFER_ENCODING)
                && !received.requestHeaders().contains(HttpHeaderNames.CONTENT_LENGTH);
    }

    private static Optional<HttpServerRequest> received(ServerHttpRequest request) {
        Object received = ClientRequest.of(request);
        return received instanceof HttpServerRequest known ? Optional.of(known) : Optional.empty();
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
