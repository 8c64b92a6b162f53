package dev.larder.gateway.describe;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.NamedTarget;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.rule.RuleSnapshot;
import dev.larder.gateway.store.CacheKeys;
import dev.larder.rfc9111.CachePolicy;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.Vary;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ServerWebExchange;

/**
 * A request as the cache of its route sees it, kept after its end: any rules can be asked what they would have made of it. Values of
 * fields are concealed unless the engine reads them, so no credentials are kept; equal values remain equal.
 */
public final class ReplayableRequest {

    /** Fields whose values decide more than by being equal or not. */
    private static final Set<String> READ = Set.of(
            "accept",
            "accept-encoding",
            "accept-language",
            "cache-control",
            "connection",
            "content-length",
            "host",
            "if-match",
            "if-modified-since",
            "if-none-match",
            "if-range",
            "if-unmodified-since",
            "incremental",
            "max-forwards",
            "pragma",
            "range",
            "te",
            "transfer-encoding",
            "upgrade");

    /** Values that say no to a bypass. */
    private static final Set<String> FLAGS = Set.of("0", "false");

    private static final String COOKIE = "cookie";

    private final RequestHead head;
    private final String host;
    private final RouteArguments route;
    private final List<String> parts;
    private final List<String> partsWithoutHost;
    private final SortedMap<String, List<String>> filtered;
    private final Optional<String> user;

    /** What the route says about rules, and the path that the client requested. */
    private record RouteArguments(
            String id, CacheFilterArguments filter, Map<String, Object> metadata, String requested) {}

    private ReplayableRequest(
            RequestHead head,
            String host,
            RouteArguments route,
            List<List<String>> parts,
            SortedMap<String, List<String>> filtered,
            Optional<String> user) {
        this.head = head;
        this.filtered = filtered;
        this.host = host;
        this.route = route;
        this.parts = parts.get(0);
        this.partsWithoutHost = parts.get(1);
        this.user = user;
    }

    /**
     * Returns the request of an exchange that has reached the cache of its route.
     *
     * @param unkeyed removes the fields that are not forwarded
     * @param user name of the user; empty for an anonymous one
     * @param conceal returns another text for each text, and the same for equal ones
     * @return empty if the route has no cache
     */
    public static Optional<ReplayableRequest> of(
            ServerWebExchange exchange, UnkeyedFields unkeyed, Optional<String> user, UnaryOperator<String> conceal) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        return route == null
                ? Optional.empty()
                : RuledFilter.ofCache(route)
                        .map(cache -> of(unkeyed.removeFrom(exchange), route, cache, user, conceal));
    }

    /** Returns whether the route of an exchange has a cache. */
    public static boolean isCached(ServerWebExchange exchange) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        return route != null && RuledFilter.ofCache(route).isPresent();
    }

    private static ReplayableRequest of(
            ServerWebExchange left,
            Route route,
            CacheFilterArguments cache,
            Optional<String> user,
            UnaryOperator<String> conceal) {
        URI asked = RequestedTarget.asked(left);
        HeaderFields fields = concealed(MessageHeadConverter.fields(left.getRequest()), conceal);
        Map<String, Object> metadata = route.getMetadata().containsKey(RuleSnapshot.METADATA)
                ? Map.of(RuleSnapshot.METADATA, route.getMetadata().get(RuleSnapshot.METADATA))
                : Map.of();
        return new ReplayableRequest(
                new RequestHead(left.getRequest().getMethod().name(), asked, fields),
                CacheKeyFactory.host(left),
                new RouteArguments(route.getId(), cache, metadata, RequestedTarget.path(left)),
                List.of(RouteKeyParts.of(left, asked, true), RouteKeyParts.of(left, asked, false)),
                FilteredFields.with(FilteredFields.told(left), conceal),
                user.map(conceal));
    }

    /** Returns a request as it is, on a route that says nothing about rules. */
    public static ReplayableRequest of(String route, RequestHead head, Optional<String> user) {
        return new ReplayableRequest(
                head,
                CacheKeys.normalised(
                        head.fields().combined("Host"), head.target().getScheme()),
                new RouteArguments(
                        route,
                        CacheFilterArguments.SILENT,
                        Map.of(),
                        Objects.requireNonNullElse(head.target().getRawPath(), "")),
                List.of(List.of(), List.of()),
                Collections.emptySortedMap(),
                user);
    }

    static HeaderFields concealed(HeaderFields fields, UnaryOperator<String> conceal) {
        var concealed = HeaderFields.builder();
        for (HeaderField field : fields) {
            String name = field.name().toLowerCase(Locale.ROOT);
            String value = field.value();
            if (name.equals(COOKIE)) {
                concealed.add(name, cookies(value, conceal));
            } else {
                boolean plain = READ.contains(name) || FLAGS.contains(value.toLowerCase(Locale.ROOT));
                concealed.add(name, plain ? value : conceal.apply(value));
            }
        }
        return concealed.build();
    }

    /** A line that RFC 6265 does not allow counts as a whole, as in keys. */
    private static String cookies(String line, UnaryOperator<String> conceal) {
        List<String> cookies = CacheKeyFactory.Values.wellFormedCookies(line);
        return cookies.isEmpty()
                ? conceal.apply(line)
                : cookies.stream()
                        .map(cookie -> {
                            int equals = cookie.indexOf('=');
                            return cookie.substring(0, equals + 1) + conceal.apply(cookie.substring(equals + 1));
                        })
                        .collect(Collectors.joining("; "));
    }

    /** Returns the head as it was received, but for what is concealed. */
    public RequestHead head() {
        return head;
    }

    /** Returns the user, concealed; empty for an anonymous one. */
    public Optional<String> user() {
        return user;
    }

    /** Returns the id of the route. */
    public String route() {
        return route.id();
    }

    /** Returns the approximate size in bytes. */
    public long weight() {
        return head.fields().bytes()
                + 2L * (host.length() + head.target().toString().length())
                + 4L * parts.stream().mapToInt(String::length).sum();
    }

    /** Returns rule and tags under these rules. */
    public ResourceTags reach(RuleSnapshot rules) {
        return ResourceTags.of(
                rules,
                new NamedTarget(head.method(), head.target(), route.requested()),
                rules.ofRoute(route.filter().rule(), route.id(), route.metadata()));
    }

    /** Returns the policy under this rule. */
    public CachePolicy policy(RequestRule rule) {
        return route.filter().policy(rule.policy());
    }

    /** Returns the request as it is looked up and forwarded under this rule. */
    public RequestHead head(RequestRule rule) {
        return Vary.withoutUnusable(new RequestHead(head.method(), rule.counting(head.target()), head.fields()));
    }

    /** Returns why this rule would not have it looked up; empty if it would. Content is not kept, and so is no part of keys. */
    public Optional<Reason> obstacle(RequestRule rule) {
        return Described.obstacleOfWatched(head, rule, user.isEmpty());
    }

    /** Returns a key that is equal for two requests if their keys under this rule are. Claims count as the name of the user. */
    public CacheKey key(RequestRule rule) {
        KeySettings settings = rule.key();
        List<String> more = new ArrayList<>();
        new CacheKeyFactory.Values(
                        user, List.of(), settings.host() ? parts : partsWithoutHost, filtered, head.fields()::values)
                .addTo(more, settings);
        return CacheKeys.of(
                "GET", settings.host() ? host : "", rule.counting(head.target()), rule.name(), route.id(), more);
    }
}
