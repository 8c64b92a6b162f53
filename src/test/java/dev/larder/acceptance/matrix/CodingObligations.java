package dev.larder.acceptance.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.WebFilter;

/** Obligations of this kind: a client gets the coding and the identity that are its own. */
final class CodingObligations {

    private static final String NO_READ = "A write on a route without a cache reads nothing from the store.";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String FORM = "the same words again, ".repeat(200);

    private CodingObligations() {}

    static List<Obligation> all() {
        return List.of(
                Obligation.of(
                                "A8: what a filter says about the client tells responses apart",
                                CodingObligations::identity)
                        .except(
                                RequestWay.CONNECTION,
                                "A request that a filter could change is never answered at the connection; the way is FILTER.")
                        .except(RequestWay.UNCACHED_WRITE, NO_READ),
                Obligation.of("A9: a coding that is not accepted is not sent", CodingObligations::coding)
                        .except(RequestWay.UNCACHED_WRITE, NO_READ),
                Obligation.of("A9: the server compresses whole responses, as others", CodingObligations::compression)
                        .except(
                                RequestWay.CONNECTION,
                                "A server that compresses answers nothing at the connection; the way is WEB.")
                        .except(RequestWay.UNCACHED_WRITE, NO_READ),
                Obligation.of("A6: a query is answered as it is spelled", CodingObligations::query)
                        .except(RequestWay.WEB, "A key with content has to be waited for, so the way is FILTER.")
                        .except(RequestWay.UNCACHED_WRITE, NO_READ)
                        .except(RequestWay.HEAD, "A HEAD has no content that could be spelled."),
                Obligation.of("B14: no response waits for its encoding", CodingObligations::dictionary)
                        .except(RequestWay.CONNECTION, "A route with Dictionaries answers nothing at the connection.")
                        .except(RequestWay.WEB, "A route with Dictionaries answers nothing at the web level.")
                        .except(RequestWay.UNCACHED_WRITE, NO_READ)
                        .except(RequestWay.RANGE, "Parts are never encoded with a dictionary.")
                        .except(RequestWay.HEAD, "A HEAD has no content to encode."));
    }

    private static void identity(RequestWay way) {
        String path = UniquePath.next();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = started(way, origin, builder -> builder.with(TenantFilter.class))) {
            origin.on(
                    path, request -> response(request, "of " + request.fields().get("X-Tenant")));
            for (int i = 0; i < 2; i++) {
                gateway.get(path, "X-Token", "a");
                ReceivedResponse other = ask(way, gateway, path, "X-Token", "b");
                assertThat(other.field("X-Seen")).isEqualTo("of b");
            }
        }
    }

    private static void coding(RequestWay way) {
        String path = UniquePath.next();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = started(way, origin, builder -> builder)) {
            origin.on(path, CodingObligations::encoded);
            gateway.get(path, "Accept-Encoding", "gzip");
            assertThat(gateway.get(path, "Accept-Encoding", "gzip").hit()).isTrue();
            for (String accepted : List.of("identity", "gzip;q=0, br", "*;q=0, identity")) {
                assertThat(ask(way, gateway, path, "Accept-Encoding", accepted).field("Content-Encoding"))
                        .isEmpty();
            }
        }
    }

    private static void compression(RequestWay way) {
        String path = UniquePath.next();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway =
                        started(way, origin, builder -> builder.property("server.compression.enabled", true))) {
            origin.on(path, request -> response(request, "plain", "Content-Type", "text/plain", "ETag", "\"1\""));
            gateway.get(path);
            ReceivedResponse response = ask(way, gateway, path, "Accept-Encoding", "gzip");
            if (way == RequestWay.RANGE) {
                assertThat(response.status()).isEqualTo(206);
                assertThat(response.field("Content-Encoding")).isEmpty();
                assertThat(response.field("ETag")).isEqualTo("\"1\"");
            } else {
                assertThat(response.field("ETag")).isEqualTo("W/\"1\"");
                assertThat(response.field("Vary")).isEqualTo("Accept-Encoding");
            }
        }
    }

    private static void query(RequestWay way) {
        String path = UniquePath.next();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = started(
                        way,
                        origin,
                        builder -> builder.property("larder.rules.query.paths", "/**")
                                .property("larder.rules.query.methods", "GET,HEAD,QUERY")
                                .property("larder.rules.query.key.content", "1KB"))) {
            origin.on(path, request -> ResponseScript.ok(request.body(), "Cache-Control", "max-age=60"));
            String range = way == RequestWay.RANGE ? "bytes=0-2" : "bytes=0-";
            for (String content : List.of("[1.0]", "[1]", "[1e0]")) {
                ReceivedResponse response =
                        gateway.send("QUERY", path, content, "Content-Type", "application/json", "Range", range);
                assertThat(content).startsWith(response.content());
            }
            assertThat(origin.count(path)).isEqualTo(3);
        }
    }

    private static void dictionary(RequestWay way) {
        String path = UniquePath.next();
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = way.gateway()
                        .origin(origin)
                        .route("Cache", "Dictionaries")
                        .property("larder.dictionaries.require-https", false)
                        .start()) {
            origin.on(path, request -> version(request.target()));
            askUntilEncoded(gateway, path + "?1");
            ReceivedResponse first = askWithDictionary(gateway, path + "?2");
            assertThat(first.field("Content-Encoding"))
                    .as("before it is encoded")
                    .isEmpty();
            assertThat(first.content()).isEqualTo(FORM + 2);
            askUntilEncoded(gateway, path + "?2");
        }
    }

    private static ResponseScript version(String target) {
        String number = target.substring(target.indexOf('?') + 1);
        return ResponseScript.ok(FORM + number, "Cache-Control", "max-age=60", "ETag", '"' + number + '"');
    }

    /** Asks as a client that has the first version, which is a dictionary once itself is encoded with it. */
    private static ReceivedResponse askWithDictionary(GatewayFixture gateway, String target) {
        return gateway.get(target, "Accept-Encoding", "dcz", "Available-Dictionary", ":" + sha256(FORM + 1) + ":");
    }

    private static void askUntilEncoded(GatewayFixture gateway, String target) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!askWithDictionary(gateway, target).field("Content-Encoding").equals("dcz")) {
            assertThat(System.nanoTime()).as("it is encoded in the end").isLessThan(deadline);
        }
    }

    private static String sha256(String content) {
        try {
            return Base64.getEncoder()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static GatewayFixture started(
            RequestWay way, ScriptedOrigin origin, UnaryOperator<GatewayFixture.Builder> more) {
        boolean early = way == RequestWay.RANGE || way == RequestWay.HEAD;
        GatewayFixture.Builder builder = early ? GatewayFixture.inJvm() : way.gateway();
        return more.apply(builder.origin(origin)).start();
    }

    private static ReceivedResponse ask(RequestWay way, GatewayFixture gateway, String path, String... fields) {
        List<String> all = new ArrayList<>(List.of(fields));
        if (way == RequestWay.RANGE) {
            all.addAll(List.of("Range", "bytes=0-0"));
        }
        return gateway.ask(way == RequestWay.HEAD ? "HEAD" : "GET", path, all.toArray(String[]::new));
    }

    private static ResponseScript response(ReceivedRequest request, String seen, String... fields) {
        List<String> all = new ArrayList<>(List.of("Cache-Control", "max-age=60", "X-Seen", seen));
        all.addAll(List.of(fields));
        return ResponseScript.ok(FORM, all.toArray(String[]::new));
    }

    private static ResponseScript encoded(ReceivedRequest request) {
        return request.fields().get("Accept-Encoding").equals("gzip")
                ? response(request, "gzip", "Content-Encoding", "gzip")
                : response(request, "identity");
    }

    /** Knows tenants by their tokens. */
    @Configuration(proxyBeanMethods = false)
    static class TenantFilter {

        @Bean
        WebFilter tenant() {
            return (exchange, chain) -> {
                String token = exchange.getRequest().getHeaders().getFirst("X-Token");
                return chain.filter(
                        token == null
                                ? exchange
                                : exchange.mutate()
                                        .request(request -> request.header("X-Tenant", token))
                                        .build());
            };
        }
    }
}
