package dev.larder.gateway.filter;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/**
 * Request fields by which a client could steer an origin's answer without their being part of the cache key, and
 * Proxy-Connection, which the gateway knows nothing of. They are removed, unless the request comes from a trusted proxy.
 */
public final class UnkeyedFields {

    private static final String FORWARDED_PREFIX = "x-forwarded-";
    private static final Set<String> NAMES = Set.of(
            "proxy-connection",
            "forwarded",
            "x-forwarded",
            "x-forward-for",
            "x-original-url",
            "x-original-uri",
            "x-original-host",
            "x-original-path",
            "x-rewrite-url",
            "x-rewrite-uri",
            "x-host",
            "x-http-host-override",
            "x-http-method",
            "x-http-method-override",
            "x-method-override",
            "x-http-destinationurl",
            "x-http-path-override",
            "x-url-scheme",
            "x-proxy-url",
            "x-wap-profile",
            "x-scheme",
            "x-server-name",
            "x-backend-host",
            "front-end-https",
            "base-url",
            "proxy-host",
            "proxy-url",
            "true-client-ip",
            "x-client-ip",
            "x-real-ip",
            "x-cluster-client-ip",
            "x-originating-ip",
            "x-remote-addr",
            "x-remote-ip");

    private final Predicate<String> trusted;

    /** @param trusted whether a proxy at this address may set the fields */
    public UnkeyedFields(Predicate<String> trusted) {
        this.trusted = trusted;
    }

    ServerWebExchange removeFrom(ServerWebExchange exchange) {
        HttpHeaders headers = exchange.getRequest().getHeaders();
        List<String> found =
                headers.headerNames().stream().filter(UnkeyedFields::steers).toList();
        if (found.isEmpty() || isTrusted(exchange.getRequest().getRemoteAddress())) {
            return exchange;
        }
        return exchange.mutate()
                .request(request -> request.headers(mutable -> found.forEach(mutable::remove)))
                .build();
    }

    private static boolean steers(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.startsWith(FORWARDED_PREFIX) || NAMES.contains(lower);
    }

    private boolean isTrusted(@Nullable InetSocketAddress peer) {
        return peer != null && trusted.test(peer.getAddress().getHostAddress());
    }
}
