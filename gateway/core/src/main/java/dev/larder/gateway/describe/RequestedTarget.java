package dev.larder.gateway.describe;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;

import dev.larder.http.TargetEncoding;
import java.net.URI;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;

/** What a client requested, before any filter of a route has changed it, and what has become of that on its route. */
public final class RequestedTarget {

    /** A parameter as Spring finds it in a query: none without a name, of which it drops what separates them. */
    private static final Pattern PARAMETER = Pattern.compile("[^&=]+(?:=[^&]*)?");

    private RequestedTarget() {}

    /** Returns the URI that the client requested. */
    public static URI uri(ServerWebExchange exchange) {
        return request(exchange).getURI();
    }

    /** Returns the request as it was received. */
    public static ServerHttpRequest request(ServerWebExchange exchange) {
        ServerWebExchange first = exchange;
        while (first instanceof ServerWebExchangeDecorator later) {
            first = later.getDelegate();
        }
        return first.getRequest();
    }

    /** Returns the path of that URI as it was received. */
    static String path(ServerWebExchange exchange) {
        return Objects.requireNonNullElse(uri(exchange).getRawPath(), "");
    }

    /**
     * Returns the target as the route's filters have left it, byte for byte: the gateway folds slashes and re-encodes. A target that
     * differs from the request in anything else was chosen by a filter, and is all that counts; but a handler of the application
     * ({@code forward:}) is found by the request.
     */
    public static URI asked(ServerWebExchange exchange) {
        URI merged = exchange.getRequiredAttribute(GATEWAY_REQUEST_URL_ATTR);
        URI asked = exchange.getRequest().getURI();
        return "forward".equals(merged.getScheme()) || areAlike(merged, asked)
                ? TargetEncoding.with(merged, asked.getRawPath(), asked.getRawQuery())
                : merged;
    }

    /** Makes the gateway forward that target exactly as it was requested, and returns it. */
    static URI exact(ServerWebExchange exchange) {
        URI target = asked(exchange);
        if (target != exchange.getAttribute(GATEWAY_REQUEST_URL_ATTR)) {
            exchange.getAttributes().put(GATEWAY_REQUEST_URL_ATTR, target);
        }
        return target;
    }

    /** Returns whether path and query of two targets differ in what Gateway changes only. */
    public static boolean areAlike(URI one, URI other) {
        return (Objects.equals(one.getRawPath(), other.getRawPath())
                        && Objects.equals(one.getRawQuery(), other.getRawQuery()))
                || spelling(one).equals(spelling(other));
    }

    /** Returns whether the paths of two targets differ in what Gateway changes only. */
    public static boolean isSamePath(URI one, URI other) {
        return path(one).equals(path(other));
    }

    /** Returns a target without what Gateway changes. */
    private static String spelling(URI target) {
        String query = target.getRawQuery() == null ? "" : target.getRawQuery();
        return path(target) + '?' + parameters(query).replace("%25", "%");
    }

    private static String parameters(String query) {
        return PARAMETER.matcher(query).results().map(MatchResult::group).collect(Collectors.joining("&"));
    }

    private static String path(URI target) {
        String path = Objects.requireNonNullElse(target.getRawPath(), "");
        return path.replaceAll("/+", "/").replace("%25", "%");
    }
}
