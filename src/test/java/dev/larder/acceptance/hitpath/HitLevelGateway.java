package dev.larder.acceptance.hitpath;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.gateway.connection.HitLevel;
import dev.larder.gateway.connection.HitPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A gateway that answers hits no earlier than at one level, with a client and an origin of its own. */
final class HitLevelGateway implements AutoCloseable {

    private static final int LINES = 120;

    /** The path whose requests may be repeated, depending on the connection that each happens to get (RFC 9112 9.3.1). */
    static final int HANGS_UP = 14;

    /** The path whose responses end their connection. Those to HEAD have to say so. */
    private static final int ENDS_CONNECTION = 16;

    /** The first segment of paths whose route has no cache. */
    static final String UNCACHED = "/uncached";

    /**
     * Logged by Spring Cloud Gateway's client when the end of a request, on the server's thread, comes later than that of its
     * response, on its own: its channel has been replaced then. Nothing follows from it.
     */
    private static final String LATE_END_OF_REQUEST = "HttpClientOperations.onOutboundComplete";

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    private static final String CONTENT = "the content of a response, long enough for some ranges";

    private final HitLevel level;
    private final String forward;
    private final ScriptedOrigin origin = ScriptedOrigin.start();
    private final Map<String, Integer> versions = new ConcurrentHashMap<>();
    private final List<String> paths;
    private final MessageNormalizer messages;
    private final GatewayFixture gateway;
    private RawClient client;

    /**
     * Starts it.
     *
     * @param forward what forwards requests: {@code native} or {@code gateway}
     * @param trustedProxies addresses of proxies that may describe their clients; empty for none
     * @param filters filters of all routes
     */
    HitLevelGateway(
            HitLevel level,
            String forward,
            TestClock clock,
            List<String> paths,
            String trustedProxies,
            List<String> filters) {
        this.level = level;
        this.forward = forward;
        this.paths = paths;
        this.messages = new MessageNormalizer("127.0.0.1:" + origin.port(), path -> paths.indexOf(path) == HANGS_UP);
        origin.otherwise(this::answer);
        var builder = GatewayFixture.inJvm();
        for (int i = 0; i < filters.size(); i++) {
            builder.property("spring.cloud.gateway.server.webflux.default-filters[" + i + "]", filters.get(i));
        }
        gateway = builder.origin(origin)
                .clock(clock)
                .property("larder.hit-path", level.name().toLowerCase(Locale.ROOT))
                .property("larder.forward", forward)
                .property("larder.limits.request-header-timeout", "1h")
                .property("larder.collapse.timeout", "2s")
                // A fence would be lowered at some moment between the same request to two gateways.
                .property("larder.invalidation.unknown-write-timeout", "0s")
                .property("spring.cloud.gateway.server.webflux.trusted-proxies", trustedProxies)
                .property(ROUTE + "id", "uncached")
                .property(ROUTE + "uri", origin.uri())
                .property(ROUTE + "predicates[0]", "Path=" + UNCACHED + "/**")
                .property(ROUTE + "filters[0]", "StripPrefix=1")
                .property("larder.rules.plain.paths", "/**")
                .property("larder.rules.plain.bypass.header", "Bypass-Cache")
                .start();
        client = gateway.connect();
    }

    private ResponseScript answer(ReceivedRequest request) {
        int version = request.method().equals("PUT")
                ? versions.merge(request.path(), 1, Integer::sum)
                : versions.getOrDefault(request.path(), 0);
        int path = paths.indexOf(request.path());
        RawFields fields = RandomRequests.response(path, "\"" + version + "\"");
        String[] flat = fields.and(connection(request, path)).list().stream()
                .flatMap(field -> List.of(field.name(), field.value()).stream())
                .toArray(String[]::new);
        String body = CONTENT + " " + version + " " + request.fields().get("Accept-Language");
        return switch (path) {
            case 0 -> ResponseScript.ok(body.repeat(200), flat);
            case 10 -> ResponseScript.status(200, flat).chunked().part(body).part(body);
            case 11 -> ResponseScript.status(404, flat).part(body);
            case 12 -> ResponseScript.status(503, flat).part(body);
            case 13 -> ResponseScript.status(204, flat);
            case HANGS_UP -> ResponseScript.hangUp(TransferEnd.COMPLETE);
            case 15 -> ResponseScript.ok(body.repeat(4_000), flat);
            case ENDS_CONNECTION ->
                ResponseScript.status(200, flat).untilClose().part(body);
            default -> ResponseScript.ok(body, flat);
        };
    }

    /**
     * A response to HEAD looks complete when its connection ends. If that is not announced, the next request may find the connection
     * ending: Larder then asks again, Spring Cloud Gateway on routes without a cache does not (RFC 9112 9.3.1).
     */
    private static RawFields connection(ReceivedRequest request, int path) {
        return path == ENDS_CONNECTION && request.method().equals("HEAD")
                ? RawFields.of("Connection", "close")
                : RawFields.NONE;
    }

    /** What the client gets; a connection that ends is opened anew. */
    List<String> send(RandomRequests requests) {
        if (requests.comes()) {
            reconnect();
        }
        requests.parts().forEach(client::send);
        List<String> responses = new ArrayList<>();
        for (String method : requests.method()) {
            ReceivedResponse response = read(method, requests);
            responses.add(messages.response(response));
            if (response.end() != TransferEnd.COMPLETE || "close".equalsIgnoreCase(response.field("Connection"))) {
                reconnect();
                return responses;
            }
        }
        if (requests.leaves()) {
            reconnect();
        }
        return responses;
    }

    private void reconnect() {
        client.close();
        client = gateway.connect();
    }

    private ReceivedResponse read(String method, RandomRequests requests) {
        try {
            return client.read(method);
        } catch (AssertionError silent) {
            List<String> log = gateway.log().since(0);
            String last = String.join("\n", log.subList(Math.max(0, log.size() - LINES), log.size()));
            throw new AssertionError(this + " has not answered\n" + requests + "\n" + last, silent);
        }
    }

    /** Returns what the origin has been asked since the last call. */
    List<String> asked() {
        List<String> asked = messages.requests(origin.received());
        origin.forget();
        return asked;
    }

    /** Returns how often each difference may have occurred. */
    Map<AllowedDifference, Integer> leftOut() {
        return messages.leftOut();
    }

    /** Requests that were forwarded at their connection. */
    long forwarded() {
        return gateway.context().getBean(HitPath.class).report().forwarded();
    }

    void refreshRoutes() {
        gateway.refreshRoutes();
    }

    /** Answers given before a route was looked for. */
    long early() {
        return gateway.context().getBean(HitPath.class).report().hits().getOrDefault(level, 0L);
    }

    @Override
    public String toString() {
        return level + ", " + forward;
    }

    @Override
    public void close() {
        gateway.expect(501, 502, 503, 504).expectLogged(LATE_END_OF_REQUEST);
        client.close();
        gateway.close();
        origin.close();
    }
}
