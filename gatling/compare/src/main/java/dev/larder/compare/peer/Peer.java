package dev.larder.compare.peer;

import java.util.Arrays;
import java.util.List;

/** A server that is compared. */
public enum Peer {
    /** The least that Netty has to do. */
    RAW_NETTY("raw-netty", Kind.CANNED, List.of()),
    /** The least that Reactor Netty has to do. */
    REACTOR_NETTY("reactor-netty", Kind.CANNED, List.of()),
    /** nginx with a canned answer. */
    NGINX_RETURN("nginx-return", Kind.CANNED, List.of("nginx")),
    /** nginx with {@code proxy_cache}. */
    NGINX("nginx", Kind.CACHE, List.of("nginx")),
    /** Varnish with its memory store. */
    VARNISH("varnish", Kind.CACHE, List.of("varnish")),
    /** Larder as it comes. */
    LARDER("larder", Kind.CACHE, List.of()),
    /** Larder that answers hits on the connection. */
    LARDER_CONNECTION("larder-connection", Kind.CACHE, List.of()),
    /** Larder that answers hits as a web handler. */
    LARDER_WEB("larder-web", Kind.CACHE, List.of()),
    /** Larder that answers hits in the gateway's filter chain. */
    LARDER_GATEWAY("larder-gateway", Kind.CACHE, List.of()),
    /** Spring Cloud Gateway's own cache. */
    LOCAL_RESPONSE_CACHE("scg-local-response-cache", Kind.CACHE, List.of()),
    /** Spring Cloud Gateway without a cache. */
    BARE_GATEWAY("bare-gateway", Kind.FORWARDER, List.of());

    private enum Kind {
        CANNED,
        CACHE,
        FORWARDER
    }

    private static final int SECONDS_FOR_NATIVE_CODE = 2;

    private final String id;
    private final Kind kind;
    private final List<String> packages;

    Peer(String id, Kind kind, List<String> packages) {
        this.id = id;
        this.kind = kind;
        this.packages = packages;
    }

    /** The peer of this name. */
    public static Peer of(String id) {
        return Arrays.stream(values())
                .filter(peer -> peer.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no server is called " + id));
    }

    /** What it answers a stored response from: itself. */
    public boolean answersItself() {
        return kind != Kind.FORWARDER;
    }

    /** Whether it can ask the origin. */
    public boolean forwards() {
        return kind != Kind.CANNED;
    }

    /** Whether it is a JVM. */
    public boolean java() {
        return packages.isEmpty();
    }

    /** Debian packages it needs. */
    public List<String> packages() {
        return packages;
    }

    /** How long it is under load before it counts: a gateway has several times the code of a plain server to compile. */
    public int warmUpSeconds(int seconds) {
        if (!java()) {
            return Math.min(seconds, SECONDS_FOR_NATIVE_CODE);
        }
        return forwards() ? 2 * seconds : seconds;
    }

    @Override
    public String toString() {
        return id;
    }
}
