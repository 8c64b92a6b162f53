package dev.larder.gateway.describe;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.store.CacheKeys;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Creates the keys of requests according to their rule. The user part is taken from the principal, never from a field that a
 * client could choose.
 */
public final class CacheKeyFactory {

    /**
     * What a rule can make part of a key: values of a live request, or of one that is kept. Every part begins with its kind, so that no
     * value can be mistaken for another part.
     *
     * @param user the user; empty if there is none, or if it is not determined
     * @param content parts for the content
     * @param ofRoute parts for what the route can forward outside the target
     * @param filtered fields that filters have set
     * @param fields returns all values of the fields with a name
     */
    record Values(
            Optional<String> user,
            List<String> content,
            List<String> ofRoute,
            SortedMap<String, List<String>> filtered,
            Function<String, List<String>> fields) {

        private static final Pattern COOKIE =
                Pattern.compile("(?!\\$)[!#$%&'*+.^_`|~0-9A-Za-z-]+=(?:[!#-+--:<-\\[\\]-~]*|\"[!#-+--:<-\\[\\]-~]*\")");

        /** Adds the parts of a key under these settings. */
        void addTo(List<String> parts, KeySettings settings) {
            settings.user().flatMap(wanted -> user).ifPresent(known -> parts.add("user " + known));
            parts.addAll(content);
            parts.addAll(ofRoute);
            FilteredFields.addTo(parts, filtered, settings);
            addFields(parts, fields, settings);
            settings.cookies().forEach(name -> parts.add("cookie " + name + text(cookies(name))));
        }

        /** Adds the parts for the fields that these settings name. */
        static void addFields(List<String> parts, Function<String, List<String>> fields, KeySettings settings) {
            settings.fields().forEach(name -> parts.add("field " + name + text(fields.apply(name))));
        }

        /** Returns all values of one name, which cannot contain line feeds; no value and an empty value give different results. */
        static String text(List<String> values) {
            return values.isEmpty() ? "" : "\n" + String.join("\n", values);
        }

        /**
         * Returns the cookies of one name, octet for octet as the origin receives them. Origins parse lines that violate RFC 6265
         * 4.2.1 differently, so such a line is included as it is.
         */
        private List<String> cookies(String name) {
            List<String> values = new ArrayList<>();
            for (String line : fields.apply(HttpHeaders.COOKIE)) {
                List<String> cookies = wellFormedCookies(line);
                if (cookies.isEmpty()) {
                    values.add(line);
                } else {
                    cookies.stream()
                            .filter(cookie -> cookie.startsWith(name + "="))
                            .forEach(values::add);
                }
            }
            return values;
        }

        /** Returns the cookies of a line; empty if it violates RFC 6265 4.2.1. */
        static List<String> wellFormedCookies(String line) {
            List<String> cookies =
                    Arrays.stream(line.split(";", -1)).map(String::trim).toList();
            return cookies.stream().allMatch(cookie -> COOKIE.matcher(cookie).matches()) ? cookies : List.of();
        }
    }

    private final UserKeyResolver users;

    CacheKeyFactory(UserKeyResolver users) {
        this.users = users;
    }

    /** Returns the normalized authority that the client named: part of the target URI, whether or not the origin receives it. */
    static String host(ServerWebExchange exchange) {
        String named = exchange.getRequest().getHeaders().getFirst(HttpHeaders.HOST);
        return named == null
                ? ""
                : CacheKeys.normalised(named, exchange.getRequest().getURI().getScheme());
    }

    /** Returns the Host that the origin receives if it is not the authority of the target; empty if it is. */
    public static Optional<String> forwardedHost(ServerWebExchange exchange) {
        boolean preserved =
                exchange.getAttributeOrDefault(ServerWebExchangeUtils.PRESERVE_HOST_HEADER_ATTRIBUTE, false);
        return preserved ? Optional.of(host(exchange)).filter(host -> !host.isEmpty()) : Optional.empty();
    }

    /** Returns whether the Host that the origin receives is one that a filter has chosen, not the client. */
    static boolean hasChosenHost(ServerWebExchange exchange) {
        if (!exchange.getAttributeOrDefault(ServerWebExchangeUtils.PRESERVE_HOST_HEADER_ATTRIBUTE, false)) {
            return false;
        }
        ServerHttpRequest received = RequestedTarget.request(exchange);
        String named = received.getHeaders().getFirst(HttpHeaders.HOST);
        return named == null
                || !CacheKeys.normalised(named, received.getURI().getScheme()).equals(host(exchange))
                || hasHostFilter(exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR));
    }

    /** A client may name the same host. */
    private static boolean hasHostFilter(@Nullable Route route) {
        return route != null
                && route.getFilters().stream()
                        .anyMatch(filter -> filter.toString().contains("SetRequestHostHeader"));
    }

    /** Returns the key of a GET for this target on the same route, as far as this request determines it. */
    static CacheKey plain(ServerWebExchange exchange, URI target, RequestRule rule) {
        return onRoute(Described.route(exchange), exchange, target, rule);
    }

    /** Returns the key of a GET for this target on another route, as far as this request determines it. */
    public static CacheKey onRoute(String route, ServerWebExchange exchange, URI target, RequestRule rule) {
        URI counting = rule.counting(target);
        return CacheKeys.of(
                "GET",
                authority(exchange, rule),
                counting,
                rule.name(),
                route,
                parts(exchange, counting, rule, Optional.empty(), List.of()));
    }

    /** Returns whether the key must be waited for because user or content are part of it. */
    static boolean needsUserOrContent(ServerWebExchange exchange, RequestRule rule) {
        return rule.key().user().isPresent() || hasContent(exchange, rule);
    }

    /** Returns whether content is part of the key. */
    static boolean hasContent(ServerWebExchange exchange, RequestRule rule) {
        return rule.policy().isKeyedByContent(method(exchange));
    }

    /**
     * Returns the key of a request whose user and content are known.
     *
     * @param target the target without the parameters that the rule ignores
     * @param content parts for its content
     */
    static CacheKey of(
            ServerWebExchange exchange, URI target, RequestRule rule, Optional<String> user, List<String> content) {
        return CacheKeys.of(
                hasContent(exchange, rule) ? method(exchange) : "GET",
                authority(exchange, rule),
                target,
                rule.name(),
                Described.route(exchange),
                parts(exchange, target, rule, user, content));
    }

    /**
     * Returns what tells the sender of a request from others under a rule, beside the credentials in the fields of the request;
     * empty if nothing does. Other processes with the same rules and filters return the same.
     *
     * @param filtered the fields that filters have set in it
     */
    Mono<String> sender(ServerWebExchange exchange, RequestRule rule, SortedMap<String, List<String>> filtered) {
        List<String> parts = new ArrayList<>();
        FilteredFields.addTo(parts, filtered, rule.key());
        Values.addFields(parts, exchange.getRequest().getHeaders()::getOrEmpty, rule.key());
        return user(exchange, rule).map(user -> {
            user.ifPresent(known -> parts.add("user " + known));
            return parts.stream().map(part -> "\n\n" + part).collect(Collectors.joining());
        });
    }

    /** Returns the user of a request; empty if its rule does not tell users apart, or it has none. */
    Mono<Optional<String>> user(ServerWebExchange exchange, RequestRule rule) {
        return Mono.justOrEmpty(rule.key().user())
                .flatMap(wanted -> exchange.getPrincipal().map(principal -> users.key(principal, wanted)))
                .defaultIfEmpty(Optional.empty());
    }

    private static String authority(ServerWebExchange exchange, RequestRule rule) {
        return rule.key().host() || hasChosenHost(exchange) ? host(exchange) : "";
    }

    private static List<String> parts(
            ServerWebExchange exchange, URI target, RequestRule rule, Optional<String> user, List<String> content) {
        List<String> parts = new ArrayList<>(content.size() + 3);
        rule.handling().store().ifPresent(store -> parts.add(CacheKeys.STORE + store));
        if (!rule.revision().isEmpty()) {
            parts.add(CacheKeys.REVISION + rule.revision());
        }
        new Values(
                        user,
                        content,
                        RouteKeyParts.of(exchange, target, rule.key().host()),
                        FilteredFields.told(exchange),
                        exchange.getRequest().getHeaders()::getOrEmpty)
                .addTo(parts, rule.key());
        return parts;
    }

    private static String method(ServerWebExchange exchange) {
        return exchange.getRequest().getMethod().name();
    }

    static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
