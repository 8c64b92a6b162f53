package dev.larder.gateway.describe;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.PRESERVE_HOST_HEADER_ATTRIBUTE;

import dev.larder.gateway.exchange.CacheKeys;
import dev.larder.gateway.rule.RequestRule;
import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.HttpHeadResponseDecorator;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;

/** The exchange as it is forwarded: what is not part of the key must not influence the response. */
final class ForwardedExchange {

    private ForwardedExchange() {}

    /** Returns the exchange with the client's authority in normalized form, because origins may respond depending on it. */
    static ServerWebExchange asKeyed(ServerWebExchange exchange) {
        return normalised(whole(exchange));
    }

    /**
     * Returns the exchange without Range if other filters, such as {@code ModifyResponseBody}, write the response in their own way: a
     * part of what is stored is none of what they make of it, and may show what they remove.
     */
    private static ServerWebExchange whole(ServerWebExchange exchange) {
        HttpHeaders fields = exchange.getRequest().getHeaders();
        boolean asksForPart = fields.containsHeader(HttpHeaders.RANGE) || fields.containsHeader(HttpHeaders.IF_RANGE);
        return asksForPart && isRewritten(exchange.getResponse())
                ? exchange.mutate()
                        .request(request -> request.headers(all -> {
                            all.remove(HttpHeaders.RANGE);
                            all.remove(HttpHeaders.IF_RANGE);
                        }))
                        .build()
                : exchange;
    }

    private static boolean isRewritten(ServerHttpResponse response) {
        ServerHttpResponse writer = response;
        while (writer instanceof ServerHttpResponseDecorator decorator
                && (decorator instanceof HttpHeadResponseDecorator
                        || decorator.getClass().getName().startsWith("dev.larder."))) {
            writer = decorator.getDelegate();
        }
        return writer instanceof ServerHttpResponseDecorator;
    }

    private static ServerWebExchange normalised(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        String named = request.getHeaders().getFirst(HttpHeaders.HOST);
        String keyed = CacheKeyFactory.host(exchange);
        if (named == null || named.equals(keyed)) {
            return exchange;
        }
        URI asked = request.getURI();
        String authority = CacheKeys.normalised(asked.getRawAuthority(), asked.getScheme());
        return with(exchange, keyed, authority, asked.getRawQuery());
    }

    /**
     * Returns the exchange without anything that is not part of the key but could influence the response: ignored parameters
     * of the target, and of the request itself, from which later filters may derive another target; and the authority that the
     * client named.
     */
    static ServerWebExchange counting(ServerWebExchange exchange, URI target, RequestRule rule) {
        URI asked = exchange.getRequest().getURI();
        URI chosen = exchange.getRequiredAttribute(GATEWAY_REQUEST_URL_ATTR);
        if (target != chosen) {
            exchange.getAttributes().put(GATEWAY_REQUEST_URL_ATTR, target);
        }
        String query = Objects.equals(asked.getRawQuery(), chosen.getRawQuery())
                ? target.getRawQuery()
                : rule.counting(asked).getRawQuery();
        if (!rule.key().host()) {
            boolean kept = CacheKeyFactory.hasChosenHost(exchange);
            if (!kept) {
                exchange.getAttributes().put(PRESERVE_HOST_HEADER_ATTRIBUTE, false);
            }
            String authority = Objects.requireNonNullElse(target.getRawAuthority(), asked.getRawAuthority());
            return with(exchange, kept ? CacheKeyFactory.host(exchange) : authority, authority, query);
        }
        return Objects.equals(asked.getRawQuery(), query)
                ? exchange
                : with(exchange, CacheKeyFactory.host(exchange), asked.getRawAuthority(), query);
    }

    /** Returns the exchange with this Host field, if it has one, and this authority and query in its URI. */
    private static ServerWebExchange with(
            ServerWebExchange exchange, String host, String authority, @Nullable String query) {
        URI asked = exchange.getRequest().getURI();
        URI uri = URI.create(
                asked.getScheme() + "://" + authority + asked.getRawPath() + (query == null ? "" : "?" + query));
        return exchange.mutate()
                .request(request -> request.uri(uri).headers(fields -> {
                    if (fields.containsHeader(HttpHeaders.HOST)) {
                        fields.set(HttpHeaders.HOST, host);
                    }
                }))
                .build();
    }
}
