package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.exchange.CacheKeyContent;
import dev.larder.gateway.exchange.CacheKeys;
import dev.larder.gateway.exchange.MessageHeadConverter;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.rfc9111.ContentFields;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.Incremental;
import dev.larder.rfc9111.Reason;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
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
 * Creates the keys of requests according to their rule. Every part begins with its kind, so that no value can be mistaken for
 * another part. The user part is taken from the principal and the content part is a digest, never a field that a client could
 * choose.
 */
final class CacheKeyFactory {

    /** Descriptions of content that every key has, present or not; others only where they are. */
    private static final List<String> CONTENT =
            List.of(HttpHeaders.CONTENT_TYPE, HttpHeaders.CONTENT_ENCODING, HttpHeaders.CONTENT_LANGUAGE);

    /** Begins the part for content of which only the meaning counts. Earlier versions had another one. */
    private static final String NORMALIZED = "json-text ";

    private static final Pattern UTF_8 = Pattern.compile("\\s*charset\\s*=\\s*\"?utf-8\"?\\s*");
    private static final Pattern COOKIE =
            Pattern.compile("(?!\\$)[!#$%&'*+.^_`|~0-9A-Za-z-]+=(?:[!#-+--:<-\\[\\]-~]*|\"[!#-+--:<-\\[\\]-~]*\")");

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
    static Optional<String> forwardedHost(ServerWebExchange exchange) {
        boolean preserved =
                exchange.getAttributeOrDefault(ServerWebExchangeUtils.PRESERVE_HOST_HEADER_ATTRIBUTE, false);
        return preserved ? Optional.of(host(exchange)).filter(host -> !host.isEmpty()) : Optional.empty();
    }

    /** Returns whether the Host that the origin receives is one that a filter has chosen, not the client. */
    static boolean hasChosenHost(ServerWebExchange exchange) {
        if (!exchange.getAttributeOrDefault(ServerWebExchangeUtils.PRESERVE_HOST_HEADER_ATTRIBUTE, false)) {
            return false;
        }
        ServerHttpRequest received = RequestedPath.request(exchange);
        String named = received.getHeaders().getFirst(HttpHeaders.HOST);
        return named == null
                || !CacheKeys.normalised(named, received.getURI().getScheme()).equals(host(exchange))
                || setsHost(exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR));
    }

    /** A client may name the same host. */
    private static boolean setsHost(@Nullable Route route) {
        return route != null
                && route.getFilters().stream()
                        .anyMatch(filter -> filter.toString().contains("SetRequestHostHeader"));
    }

    /** Returns the key of a GET for this target on the same route, as far as this request determines it. */
    static CacheKey plain(ServerWebExchange exchange, URI target, RequestRule rule) {
        return onRoute(CacheExchange.route(exchange), exchange, target, rule);
    }

    /** Returns the key of a GET for this target on another route, as far as this request determines it. */
    static CacheKey onRoute(String route, ServerWebExchange exchange, URI target, RequestRule rule) {
        URI counting = rule.counting(target);
        return CacheKeys.of(
                "GET",
                authority(exchange, rule),
                counting,
                rule.name(),
                route,
                more(exchange, counting, rule, List.of()));
    }

    /** Returns whether the key must be waited for because user or content are part of it. */
    static boolean waits(ServerWebExchange exchange, RequestRule rule) {
        return rule.key().user().isPresent() || rule.policy().keyedByContent(method(exchange));
    }

    /** Creates a key that includes user or content. */
    Mono<KeyedRequest> of(ServerWebExchange exchange, URI target, RequestRule rule) {
        boolean content = rule.policy().keyedByContent(method(exchange));
        return user(exchange, rule).flatMap(user -> {
            if (user.isEmpty() && rule.key().user().isPresent()) {
                return Mono.just(without(exchange, target, rule, Reason.NO_PRINCIPAL));
            }
            List<String> parts = user.map(known -> List.of("user " + known)).orElse(List.of());
            return content
                    ? withContent(exchange, target, rule, parts)
                    : Mono.just(
                            new KeyedRequest(exchange, key("GET", exchange, target, rule, parts), Optional.empty()));
        });
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
        addFields(parts, exchange, rule.key());
        return user(exchange, rule).map(user -> {
            user.ifPresent(known -> parts.add("user " + known));
            return parts.stream().map(part -> "\n\n" + part).collect(Collectors.joining());
        });
    }

    private Mono<Optional<String>> user(ServerWebExchange exchange, RequestRule rule) {
        return Mono.justOrEmpty(rule.key().user())
                .flatMap(wanted -> exchange.getPrincipal().map(principal -> users.key(principal, wanted)))
                .defaultIfEmpty(Optional.empty());
    }

    private static Mono<KeyedRequest> withContent(
            ServerWebExchange exchange, URI target, RequestRule rule, List<String> parts) {
        HeaderFields fields = MessageHeadConverter.fields(exchange.getRequest());
        if (Incremental.isWanted(fields)) {
            return Mono.just(without(exchange, target, rule, Reason.INCREMENTAL));
        }
        if (fields.stream().anyMatch(field -> ContentFields.isOfPart(field.name()))) {
            return Mono.just(without(exchange, target, rule, Reason.REQUEST_BODY));
        }
        int most = rule.key().content().orElse(0);
        if (exchange.getRequest().getHeaders().getContentLength() > most) {
            return Mono.just(without(exchange, target, rule, Reason.REQUEST_CONTENT_TOO_LARGE));
        }
        return CacheKeyContent.read(exchange.getRequest(), most).map(content -> {
            if (isReadBefore(exchange.getRequest(), content)) {
                return without(exchange, target, rule, Reason.REQUEST_BODY);
            }
            List<String> more = new ArrayList<>(parts);
            more.add(contentPart(exchange.getRequest(), content));
            CONTENT.forEach(name -> more.add(name + values(fields.values(name))));
            more.addAll(otherDescriptions(fields));
            return new KeyedRequest(
                    CacheKeyContent.with(exchange, content),
                    key(method(exchange), exchange, target, rule, more),
                    Optional.empty());
        });
    }

    /** A filter has read it, as for the field of a form: what it was is not known any more. */
    private static boolean isReadBefore(ServerHttpRequest request, byte[] content) {
        return content.length < request.getHeaders().getContentLength()
                || (content.length == 0 && request.getHeaders().containsHeader(HttpHeaders.TRANSFER_ENCODING));
    }

    /** RFC 10008 2.7: the key incorporates "the request content and related metadata". */
    private static List<String> otherDescriptions(HeaderFields fields) {
        return fields.stream()
                .map(field -> field.name().toLowerCase(Locale.ROOT))
                .filter(ContentFields::isDescription)
                .filter(name -> CONTENT.stream().noneMatch(name::equalsIgnoreCase))
                .distinct()
                .sorted()
                .map(name -> name + values(fields.values(name)))
                .toList();
    }

    /** Returns whether other spellings of the content have the same key. */
    static boolean isNormalized(CacheKey key) {
        return key.parts().stream().anyMatch(part -> part.startsWith(NORMALIZED));
    }

    /**
     * RFC 10008 2.7: "Caches MAY remove semantically insignificant differences" from the content of a QUERY, for its key alone:
     * white space and order of JSON, unless the client forbids it ({@code no-transform}).
     */
    private static String contentPart(ServerHttpRequest request, byte[] content) {
        boolean spelled = request.getMethod().name().equals("QUERY")
                && isPlainJson(request.getHeaders())
                && request.getHeaders().getOrEmpty(HttpHeaders.CACHE_CONTROL).stream()
                        .noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("no-transform"));
        Optional<byte[]> normalized = spelled ? NormalizedJson.of(content) : Optional.empty();
        return normalized.map(json -> NORMALIZED + sha256(json)).orElseGet(() -> "content " + sha256(content));
    }

    /** RFC 6839 3.1 for the suffix. */
    private static boolean isPlainJson(HttpHeaders fields) {
        List<String> types = fields.getOrEmpty(HttpHeaders.CONTENT_TYPE);
        if (types.size() != 1 || fields.containsHeader(HttpHeaders.CONTENT_ENCODING)) {
            return false;
        }
        String[] parts = types.get(0).toLowerCase(Locale.ROOT).split(";", 2);
        String type = parts[0].strip();
        boolean unicode = parts.length == 1
                || !parts[1].contains("charset")
                || UTF_8.matcher(parts[1]).matches();
        return unicode && (type.equals("application/json") || type.endsWith("+json"));
    }

    private static KeyedRequest without(ServerWebExchange exchange, URI target, RequestRule rule, Reason obstacle) {
        return new KeyedRequest(exchange, plain(exchange, target, rule), Optional.of(obstacle));
    }

    private static CacheKey key(
            String method, ServerWebExchange exchange, URI target, RequestRule rule, List<String> first) {
        return CacheKeys.of(
                method,
                authority(exchange, rule),
                target,
                rule.name(),
                CacheExchange.route(exchange),
                more(exchange, target, rule, first));
    }

    private static String authority(ServerWebExchange exchange, RequestRule rule) {
        return rule.key().host() || hasChosenHost(exchange) ? host(exchange) : "";
    }

    private static List<String> more(ServerWebExchange exchange, URI target, RequestRule rule, List<String> first) {
        KeySettings settings = rule.key();
        List<String> parts = new ArrayList<>(first.size() + 2);
        rule.handling().store().ifPresent(store -> parts.add(CacheKeys.STORE + store));
        if (!rule.revision().isEmpty()) {
            parts.add(CacheKeys.REVISION + rule.revision());
        }
        parts.addAll(first);
        RouteKeyParts.addTo(parts, exchange, target, settings.host());
        FilteredFields.addTo(parts, FilteredFields.told(exchange), settings);
        addFields(parts, exchange, settings);
        settings.cookies().forEach(name -> parts.add("cookie " + name + values(cookies(exchange, name))));
        return parts;
    }

    private static void addFields(List<String> parts, ServerWebExchange exchange, KeySettings settings) {
        settings.fields()
                .forEach(name -> parts.add("field " + name
                        + values(exchange.getRequest().getHeaders().get(name))));
    }

    /** Returns all values of one name, which cannot contain line feeds; no value and an empty value give different results. */
    private static String values(@Nullable List<String> values) {
        return values == null || values.isEmpty() ? "" : "\n" + String.join("\n", values);
    }

    /**
     * Returns the cookies of one name, octet for octet as the origin receives them. Origins parse lines that violate RFC 6265
     * 4.2.1 differently, so such a line is included as it is.
     */
    private static List<String> cookies(ServerWebExchange exchange, String name) {
        List<String> values = new ArrayList<>();
        for (String line : exchange.getRequest().getHeaders().getOrEmpty(HttpHeaders.COOKIE)) {
            List<String> cookies = wellFormedCookies(line);
            if (cookies.isEmpty()) {
                values.add(line);
            } else {
                cookies.stream().filter(cookie -> cookie.startsWith(name + "=")).forEach(values::add);
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
