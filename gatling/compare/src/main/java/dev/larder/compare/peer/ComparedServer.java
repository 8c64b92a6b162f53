package dev.larder.compare.peer;

import java.util.Arrays;
import java.util.List;

/** A server that is compared. */
public enum ComparedServer {
    /** The least that Netty has to do. */
    RAW_NETTY("raw-netty", Kind.CANNED),
    /** The least that Reactor Netty has to do. */
    REACTOR_NETTY("reactor-netty", Kind.CANNED),
    /** The least that a Netty proxy has to do. */
    RAW_NETTY_PROXY("raw-netty-proxy", Kind.FORWARDER),
    /** nginx with a canned answer. */
    NGINX_RETURN("nginx-return", Kind.CANNED),
    /** nginx with {@code proxy_pass} alone. */
    NGINX_PROXY("nginx-proxy", Kind.FORWARDER),
    /** nginx with {@code proxy_cache}. */
    NGINX("nginx", Kind.CACHE),
    /** Varnish with its memory store. */
    VARNISH("varnish", Kind.CACHE),
    /** Larder as it comes. */
    LARDER("larder", Kind.CACHE),
    /** Larder that answers hits on the connection. */
    LARDER_CONNECTION("larder-connection", Kind.CACHE),
    /** Larder that answers hits as a web handler. */
    LARDER_WEB("larder-web", Kind.CACHE),
    /** Larder that answers hits in the gateway's filter chain. */
    LARDER_GATEWAY("larder-gateway", Kind.CACHE),
    /** Larder with a filter on its route that adds a field to responses. */
    LARDER_FILTERED("larder-filtered", Kind.CACHE),
    /** Larder that forwards on the connection. */
    /** Larder with its store on disk, and little heap. */
    LARDER_DISK("larder-disk", Kind.CACHE),
    /** Spring Cloud Gateway's own cache. */
    LOCAL_RESPONSE_CACHE("scg-local-response-cache", Kind.CACHE),
    /** Spring Cloud Gateway's own cache with such a filter. */
    LOCAL_RESPONSE_CACHE_FILTERED("scg-local-response-cache-filtered", Kind.CACHE),
    /** Larder behind Spring Security, in an application of its own. */
    LARDER_SECURED("larder-secured", Kind.CACHE),
    /** Spring Cloud Gateway's own cache behind Spring Security, in the same application. */
    LOCAL_RESPONSE_CACHE_SECURED("scg-local-response-cache-secured", Kind.CACHE),
    /** Spring Cloud Gateway without a cache. */
    BARE_GATEWAY("bare-gateway", Kind.FORWARDER);

    private enum Kind {
        CANNED,
        CACHE,
        FORWARDER
    }

    private static final int SECONDS_FOR_NATIVE_CODE = 2;

    private final String id;
    private final Kind kind;

    ComparedServer(String id, Kind kind) {
        this.id = id;
        this.kind = kind;
    }

    /** The peer of this name. */
    public static ComparedServer of(String id) {
        return Arrays.stream(values())
                .filter(peer -> peer.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no server is called " + id));
    }

    /** What it answers a stored response from: itself. */
    public boolean canAnswerItself() {
        return kind != Kind.FORWARDER;
    }

    /** Whether it can ask the origin. */
    public boolean canForward() {
        return kind != Kind.CANNED;
    }

    /** Whether it sends the content of requests to the origin. */
    public boolean canForwardContent() {
        return canForward() && this != RAW_NETTY_PROXY;
    }

    /** What every request says in {@code Authorization}, or nothing where the server lets everybody in. */
    String authorization() {
        return switch (this) {
            case LARDER_SECURED, LOCAL_RESPONSE_CACHE_SECURED -> "Bearer compared";
            default -> "";
        };
    }

    /** Whether its clients may use TLS. */
    boolean supportsTls() {
        return kind != Kind.CANNED && this != RAW_NETTY_PROXY && this != VARNISH || this == NGINX_RETURN;
    }

    /** Whether it is a JVM. */
    public boolean isJvm() {
        return packages().isEmpty();
    }

    /** Debian packages it needs. */
    public List<String> packages() {
        return switch (this) {
            case NGINX, NGINX_PROXY, NGINX_RETURN -> List.of("nginx");
            case VARNISH -> List.of("varnish");
            default -> List.of();
        };
    }

    /** How long it is under load before it counts: a gateway has several times the code of a plain server to compile. */
    public int warmUpSeconds(int seconds) {
        if (!isJvm()) {
            return Math.min(seconds, SECONDS_FOR_NATIVE_CODE);
        }
        return canForward() ? 2 * seconds : seconds;
    }

    @Override
    public String toString() {
        return id;
    }
}
