package dev.larder.gateway.describe;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.PRESERVE_HOST_HEADER_ATTRIBUTE;

import dev.larder.gateway.message.ReceivedFieldLines;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.store.CacheKeys;
import dev.larder.rfc9111.FieldNames;
import dev.larder.rfc9111.HeaderField;
import dev.larder.rfc9111.HeaderFields;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.HttpHeadResponseDecorator;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;

/**
 * Removes fields that Connection names, request fields by which a client could influence an origin's response although they are
 * not part of the cache key, and Proxy-Connection, which the gateway does not know. A trusted proxy may send {@link
 * TrustedProxyFields}, which are then part of the key; all others are removed from its requests too. What else is not part of the key, as
 * parameters that do not count, must not influence the response either.
 */
public final class UnkeyedFields {

    private static final String FORWARDED_PREFIX = "x-forwarded-";

    /** Prefix of the fields by which Netty's codec describes an HTTP/2 stream. */
    private static final String STREAM_PREFIX = "x-http2-";

    private static final Set<String> OF_EVERY_CONNECTION =
            Set.of("close", "connection", "http2-settings", "keep-alive", "te", "upgrade");
    private static final Set<String> NAMES = Set.of(
            "proxy",
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

    /** Their first letters. */
    private static final String FIRST_LETTERS = "xfbpt";

    private final Predicate<InetAddress> trusted;
    private final FilteredFields filtered = new FilteredFields();

    /** @param trusted whether the proxy at this address is trusted to describe the client's request */
    public UnkeyedFields(Predicate<InetAddress> trusted) {
        this.trusted = trusted;
    }

    /** Returns the fields that filters set. */
    public FilteredFields filtered() {
        return filtered;
    }

    /** Returns whether filters have set fields of a request before its route, or its route has such filters. */
    public boolean isFiltered(ServerWebExchange exchange, String route) {
        return filtered.isFiltered(exchange, route, dropped(exchange));
    }

    /** Returns the fields that filters have set in a request, and those that they set in others of its route. */
    SortedMap<String, List<String>> filteredIn(ServerWebExchange exchange) {
        return filtered.in(exchange, dropped(exchange));
    }

    private Predicate<String> dropped(ServerWebExchange exchange) {
        InetSocketAddress peer = exchange.getRequest().getRemoteAddress();
        Set<String> ofConnection =
                ofConnection(exchange.getRequest().getHeaders().getOrEmpty(HttpHeaders.CONNECTION));
        return name -> isRemoved(name, ofConnection, peer) || mayInfluenceResponse(name);
    }

    /** Returns the exchange without these fields, after recording in its attributes which fields filters have set. */
    public ServerWebExchange removeFrom(ServerWebExchange exchange) {
        filtered.tell(exchange, dropped(exchange));
        return leftOf(exchange);
    }

    /** Returns the exchange without these fields, if no filter has set any: then those need not be recorded. */
    public ServerWebExchange leftOf(ServerWebExchange exchange) {
        HttpHeaders headers = exchange.getRequest().getHeaders();
        Set<String> ofConnection = ofConnection(headers.getOrEmpty(HttpHeaders.CONNECTION));
        List<String> found = new ArrayList<>();
        InetSocketAddress peer = exchange.getRequest().getRemoteAddress();
        if (exchange.getRequest() instanceof ReceivedFieldLines received) {
            for (HeaderField line : received.fieldLines()) {
                addIfItGoes(line.name(), ofConnection, peer, found);
            }
        } else {
            headers.forEach((name, values) -> addIfItGoes(name, ofConnection, peer, found));
        }
        if (isTrusted(exchange.getRequest().getRemoteAddress())) {
            TrustedProxyFields.of(TrustedProxyFields.lines(headers)).tell(exchange);
        }
        if (found.isEmpty()) {
            return exchange;
        }
        return exchange.mutate()
                .request(request -> request.headers(mutable -> found.forEach(mutable::remove)))
                .build();
    }

    /**
     * Returns the received fields without these.
     *
     * @param peer address of the sender
     */
    public HeaderFields leftOf(Iterable<Map.Entry<String, String>> received, @Nullable InetSocketAddress peer) {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, String> field : received) {
            if (field.getKey().equalsIgnoreCase(HttpHeaders.CONNECTION)) {
                lines.add(field.getValue());
            }
        }
        Set<String> ofConnection = ofConnection(lines);
        var left = HeaderFields.builder();
        for (Map.Entry<String, String> field : received) {
            if (!isRemoved(field.getKey(), ofConnection, peer)) {
                left.add(field.getKey(), field.getValue());
            }
        }
        return left.build();
    }

    /**
     * Returns the part of a key that a trusted proxy states by {@link TrustedProxyFields}.
     *
     * @param peer address of the sender
     * @return empty for every other peer
     */
    public Optional<String> forwardedBy(
            @Nullable InetSocketAddress peer, Iterable<Map.Entry<String, String>> received) {
        return isTrusted(peer) ? Optional.of(TrustedProxyFields.of(received).keyed()) : Optional.empty();
    }

    /** Returns the same for Spring's header fields. */
    public Optional<String> forwardedBy(@Nullable InetSocketAddress peer, HttpHeaders received) {
        return isTrusted(peer)
                ? Optional.of(TrustedProxyFields.of(TrustedProxyFields.lines(received))
                        .keyed())
                : Optional.empty();
    }

    private void addIfItGoes(
            String name, Set<String> ofConnection, @Nullable InetSocketAddress peer, List<String> found) {
        if (isRemoved(name, ofConnection, peer)) {
            found.add(name);
        }
    }

    private boolean isRemoved(String name, Set<String> ofConnection, @Nullable InetSocketAddress peer) {
        boolean named = !ofConnection.isEmpty() && ofConnection.contains(name.toLowerCase(Locale.ROOT));
        return named || (mayInfluenceResponse(name) && !(TrustedProxyFields.has(name) && isTrusted(peer)));
    }

    /** RFC 9110 7.6.1: fields that Connection names are not forwarded, so they are not part of any key. */
    private static Set<String> ofConnection(List<String> lines) {
        return lines.isEmpty()
                ? Set.of()
                : lines.stream()
                        .flatMap(line -> FieldNames.options(line).stream())
                        .map(option -> option.toLowerCase(Locale.ROOT))
                        .filter(option -> !OF_EVERY_CONNECTION.contains(option))
                        .collect(Collectors.toSet());
    }

    /** Returns whether the proxy at this address is trusted to describe the client's request. */
    private boolean isTrusted(@Nullable InetSocketAddress peer) {
        return peer != null && trusted.test(peer.getAddress());
    }

    /**
     * Returns whether a client could influence an origin's response by this field although it is not part of a key. Origins
     * behind CGI or similar treat an underscore like a hyphen, and {@code Proxy} as the proxy for their own requests.
     */
    public static boolean mayInfluenceResponse(String name) {
        int first = name.isEmpty() ? 0 : name.charAt(0) | 0x20;
        if (FIRST_LETTERS.indexOf(first) < 0) {
            return false;
        }
        String lower = name.toLowerCase(Locale.ROOT).replace('_', '-');
        return lower.startsWith(FORWARDED_PREFIX) || lower.startsWith(STREAM_PREFIX) || NAMES.contains(lower);
    }

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
