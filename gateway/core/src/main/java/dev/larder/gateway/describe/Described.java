package dev.larder.gateway.describe;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.rule.CacheBypass;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.Reuse;
import dev.larder.rfc9111.UnsafeMethods;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ServerWebExchange;

/**
 * A request as Larder looks it up, forwards it, or settles it as a write.
 *
 * @param exchange the exchange as it is to be forwarded
 * @param request head, key, tags, policy and route
 * @param obstacle why the store is not used for it; empty if it is
 */
public record Described(ServerWebExchange exchange, ExchangeRequest request, Optional<Reason> obstacle) {

    private static final String ATTRIBUTE = Described.class.getName();

    /** Returns the head as it is forwarded. */
    public RequestHead head() {
        return request.head();
    }

    /** Returns the key of a GET, or of this request if it can be answered from the store. */
    public CacheKey key() {
        return request.key();
    }

    /** Returns its rule and tags. */
    public ResourceTags resourceTags() {
        return request.resourceTags();
    }

    /** Returns the rule that applies. */
    public RequestRule rule() {
        return request.rule();
    }

    /** Returns whether its rule serves its method from the store. */
    public boolean isServed() {
        return rule().policy().methods().contains(head().method());
    }

    /** Returns whether it is unsafe, and its rule does not serve its method from the store. */
    public boolean isWrite() {
        return UnsafeMethods.isUnsafe(head().method()) && !isServed();
    }

    /** Returns the same request with another exchange. */
    public Described with(ServerWebExchange other) {
        return new Described(other, request, obstacle);
    }

    /** Passes this to later filters of the same route. */
    public void tell() {
        exchange.getAttributes().put(ATTRIBUTE, this);
    }

    /** Returns what the first of Larder's filters on the route has told; empty if none has. */
    public static Optional<Described> told(ServerWebExchange exchange) {
        return Optional.ofNullable(exchange.getAttribute(ATTRIBUTE));
    }

    /** Returns the id of the route of an exchange; empty if there is none. */
    public static String route(ServerWebExchange exchange) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        return route == null ? "" : route.getId();
    }

    /**
     * Returns why the store is not used for a read, in one order for live requests, dry runs and trials; empty if the engine decides.
     *
     * @param asked the target that the client asked for
     * @param fields supplies the fields of the request
     * @param anonymous whether the request has no user
     */
    static Optional<Reason> obstacle(
            String method, URI asked, Supplier<HeaderFields> fields, RequestRule rule, boolean anonymous) {
        if (!rule.policy().methods().contains(method)) {
            return Optional.of(Reason.METHOD);
        }
        if (anonymous && rule.key().user().isPresent()) {
            return Optional.of(Reason.NO_PRINCIPAL);
        }
        CacheBypass bypass = rule.handling().bypass();
        String query = Objects.requireNonNullElse(asked.getRawQuery(), "");
        return bypass.isAllowed() && bypass.isRequested(fields.get(), query)
                ? Optional.of(Reason.BYPASS)
                : Optional.empty();
    }

    /** Returns the same for a request that the engine does not see, and whose content is not read. */
    static Optional<Reason> obstacleOfWatched(RequestHead head, RequestRule rule, boolean anonymous) {
        return rule.policy().isKeyedByContent(head.method())
                ? Optional.of(Reason.METHOD)
                : obstacle(head.method(), head.target(), head::fields, rule, anonymous)
                        .or(() -> Reuse.obstacle(head, rule.policy()));
    }
}
