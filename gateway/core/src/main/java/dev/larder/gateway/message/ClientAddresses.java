package dev.larder.gateway.message;

import dev.larder.http.ClientNetwork;
import dev.larder.http.client.OriginShares;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.headers.TrustedProxies;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.util.ForwardedHeaderUtils;
import org.springframework.web.util.UriComponents;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The address whose share a request counts against: the peer address of the connection or, if that is a trusted proxy, the last
 * address in {@code X-Forwarded-For} or {@code Forwarded} that is not one. If the two fields name different addresses, the client
 * has sent one of them through its proxy; then the proxy's own address counts.
 */
public final class ClientAddresses {

    /** Without trusted proxies. */
    public static final ClientAddresses DIRECT = new ClientAddresses(proxy -> false);

    private static final Object BACKGROUND = ClientAddresses.class;
    private static final String FORWARDED_FOR = "X-Forwarded-For";
    private static final String FORWARDED = "Forwarded";
    private static final String PREFIX = "X-Forwarded-Prefix";

    /** In the place of {@code X-Forwarded-Proto}, which Spring reads. */
    private static final List<String> SCHEMES = List.of("X-Forwarded-Scheme", "X-Forwarded-Protocol");

    private final Predicate<InetAddress> trusted;

    /** @param trusted whether the proxy at this address is trusted to name its client */
    public ClientAddresses(Predicate<InetAddress> trusted) {
        this.trusted = trusted;
    }

    /** Returns whether an address is that of a proxy which this setting of Gateway trusts; blank for none. */
    public static Predicate<InetAddress> trusted(String proxies) {
        if (proxies.isBlank()) {
            return address -> false;
        }
        TrustedProxies trusted = TrustedProxies.from(proxies);
        return address -> trusted.isTrusted(address.getHostAddress());
    }

    /** Returns the address; null if it is not known. */
    public @Nullable InetAddress of(ServerHttpRequest request) {
        InetSocketAddress peer = request.getRemoteAddress();
        InetAddress address = peer == null ? null : peer.getAddress();
        return address == null || !trusted.test(address) ? address : forwarded(request.getHeaders(), address);
    }

    /** Returns the context of a request to an origin that no client waits for. */
    public static Context inBackground(Context context) {
        return context.put(BACKGROUND, OriginShares.GATEWAY);
    }

    /** Returns in whose name a request to an origin with this context is made. */
    public Object owner(ContextView context, ServerHttpRequest request) {
        return context.hasKey(BACKGROUND) ? OriginShares.GATEWAY : owner(request);
    }

    /** Returns in whose name a request to an origin is made; those of clients that are not known are the gateway's own. */
    public Object owner(ServerHttpRequest request) {
        InetAddress network = ClientNetwork.of(of(request));
        return network == null ? OriginShares.GATEWAY : network;
    }

    /**
     * Returns the URIs that a request asks for: with scheme and authority as received, and with scheme, authority and prefix as a
     * trusted proxy states them in the fields that origins get.
     */
    public List<URI> asked(ServerHttpRequest request) {
        URI received = request.getURI();
        InetSocketAddress peer = request.getRemoteAddress();
        if (peer == null || peer.getAddress() == null || !trusted.test(peer.getAddress())) {
            return List.of(received);
        }
        HttpHeaders fields = request.getHeaders();
        try {
            UriComponents stated = ForwardedHeaderUtils.adaptFromForwardedHeaders(
                            URI.create(received.getScheme() + "://" + received.getRawAuthority()), fields)
                    .build();
            String query = received.getRawQuery() == null ? "" : '?' + received.getRawQuery();
            Stream<String> schemes = Stream.concat(
                    Stream.ofNullable(stated.getScheme()),
                    SCHEMES.stream().flatMap(name -> listed(fields, name).limit(1)));
            List<String> paths = List.of(
                    received.getRawPath(),
                    listed(fields, PREFIX).map(ClientAddresses::withoutSlash).collect(Collectors.joining())
                            + received.getRawPath());
            return Stream.concat(
                            Stream.of(received),
                            schemes.flatMap(scheme -> paths.stream()
                                    .map(path -> URI.create(UriComponentsBuilder.newInstance()
                                                    .scheme(scheme)
                                                    .host(stated.getHost())
                                                    .port(stated.getPort())
                                                    .toUriString()
                                            + path
                                            + query))))
                    .distinct()
                    .toList();
        } catch (IllegalArgumentException malformed) {
            return List.of(received);
        }
    }

    private static Stream<String> listed(HttpHeaders fields, String name) {
        return fields.getOrEmpty(name).stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }

    private static String withoutSlash(String prefix) {
        return prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix;
    }

    private InetAddress forwarded(HttpHeaders fields, InetAddress proxy) {
        List<String> listed = fields.getOrEmpty(FORWARDED_FOR).stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .toList();
        List<String> paired = fields.getOrEmpty(FORWARDED).stream()
                .flatMap(line -> ForwardedField.of(line).pairs().stream())
                .filter(pair -> pair.is("for"))
                .map(ForwardedField.Pair::value)
                .toList();
        if (listed.isEmpty() || paired.isEmpty()) {
            return last(listed.isEmpty() ? paired : listed, proxy);
        }
        InetAddress one = last(listed, proxy);
        return one.equals(last(paired, proxy)) ? one : proxy;
    }

    private InetAddress last(List<String> nodes, InetAddress proxy) {
        InetAddress address = proxy;
        for (int i = nodes.size() - 1; i >= 0 && trusted.test(address); i--) {
            InetAddress before = address(nodes.get(i));
            if (before == null) {
                return proxy;
            }
            address = before;
        }
        return address;
    }

    /** Returns the address of a node (RFC 7239 6), with or without a port; null for a name that is not an address. */
    private static @Nullable InetAddress address(String node) {
        String bare = node.replace("\"", "").trim();
        String host = bare;
        if (bare.startsWith("[")) {
            host = bare.substring(0, bare.indexOf(']') + 1);
        } else if (bare.indexOf(':') == bare.lastIndexOf(':')) {
            host = bare.split(":", 2)[0];
        }
        return NetUtil.createInetAddressFromIpAddressString(host);
    }
}
