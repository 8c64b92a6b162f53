package dev.larder.acceptance.hitpath;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.RawField;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.TestClock;
import dev.larder.gateway.connection.HitLevel;
import dev.larder.gateway.connection.HitLevelReport;
import dev.larder.gateway.connection.HitPath;
import io.netty.handler.codec.http.HttpMethod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;

/** RFC 9113: requests of HTTP/2 streams get the same responses, and the origin the same requests, whoever carries them out. */
class StreamExchangeTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final List<String> METHODS = List.of("GET", "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE");
    private static final List<String> FIELDS = List.of(
            "if-none-match: \"0\"",
            "if-none-match: \"other\"",
            "range: bytes=2-5",
            "range: bytes=900-",
            "cache-control: no-cache",
            "cache-control: max-age=5",
            "cache-control: only-if-cached",
            "accept-language: de",
            "accept-encoding: gzip",
            "authorization: Bearer alice",
            "cookie: a=b",
            "x-forwarded-host: elsewhere",
            "max-forwards: 0",
            "te: trailers",
            "user-agent: one");

    @Test
    void http2StreamsGetSameResponsesFromRoutesAndNativeForwarding() {
        assertAlike(300);
    }

    @Test
    @Tag("busy")
    @Tag("thorough")
    void manyHttp2StreamsGetSameResponsesFromRoutesAndNativeForwarding() {
        assertAlike(Integer.getInteger("larder.differential.requests", 4_000));
    }

    private static void assertAlike(int requests) {
        long seed = Long.getLong("larder.differential.seed", System.nanoTime());
        System.out.println("larder.differential.seed=" + seed);
        var random = new Random(seed);
        var clock = new TestClock();
        try (var routed = new Side("gateway", clock);
                var forwarded = new Side("native", clock)) {
            for (int i = 0; i < requests; i++) {
                if (random.nextInt(8) == 0) {
                    clock.advance(Duration.ofMillis(random.nextInt(4_000)));
                }
                Asked asked = Asked.random(random);
                assertThat(forwarded.answer(asked))
                        .as("request %s of seed %s: %s", i, seed, asked)
                        .isEqualTo(routed.answer(asked));
                assertThat(forwarded.askedOrigin())
                        .as("at the origin, request %s of seed %s: %s", i, seed, asked)
                        .isEqualTo(routed.askedOrigin());
            }
            assertThat(routed.carriedOut()).isZero();
            assertThat(forwarded.carriedOut()).isGreaterThan(requests / 4);
        }
    }

    /**
     * A request.
     *
     * @param content empty for none
     */
    private record Asked(String method, String target, List<String> fields, String content) {

        static Asked random(Random random) {
            String method = METHODS.get(random.nextInt(METHODS.size()));
            List<String> fields = new ArrayList<>();
            while (random.nextInt(3) == 0) {
                fields.add(FIELDS.get(random.nextInt(FIELDS.size())));
            }
            boolean content = (method.equals("POST") || method.equals("PUT")) && random.nextInt(4) > 0;
            return new Asked(
                    method,
                    "/p" + random.nextInt(8) + (random.nextInt(4) == 0 ? "?q=" + random.nextInt(3) : ""),
                    fields,
                    content ? "content ".repeat(random.nextInt(20)) : "");
        }
    }

    /** A gateway that speaks HTTP/2, with a client and an origin of its own. */
    private static final class Side implements AutoCloseable {

        private final ScriptedOrigin origin = ScriptedOrigin.start();
        private final String forward;
        private final GatewayFixture gateway;

        Side(String forward, TestClock clock) {
            this.forward = forward;
            origin.otherwise(Side::script);
            gateway = GatewayFixture.inJvm()
                    .origin(origin)
                    .clock(clock)
                    .property("larder.forward", forward)
                    .property("larder.hit-path", "auto")
                    .property("server.http2.enabled", true)
                    .start();
        }

        private static ResponseScript script(ReceivedRequest request) {
            String body = "the content of a response, long enough for some ranges "
                    + request.fields().get("Accept-Language");
            return switch (request.path()) {
                case "/p0" -> ResponseScript.ok(body.repeat(2_000), "Cache-Control", "max-age=9", "ETag", "\"0\"");
                case "/p1" -> ResponseScript.ok(body, "Cache-Control", "no-store");
                case "/p2" ->
                    ResponseScript.status(200, "Cache-Control", "max-age=9")
                            .chunked()
                            .part(body)
                            .part(body);
                case "/p3" ->
                    ResponseScript.status(404, "Cache-Control", "max-age=3").part(body);
                case "/p4" -> ResponseScript.status(204).interim(103, "Link", "</style.css>; rel=preload");
                case "/p5" -> ResponseScript.status(503).part(body);
                case "/p6" ->
                    ResponseScript.ok(
                            body, "Cache-Control", "max-age=9", "Vary", "Accept-Language", "Set-Cookie", "a=b");
                default -> ResponseScript.ok(body, "Cache-Control", "max-age=1", "ETag", "\"0\"");
            };
        }

        String answer(Asked asked) {
            try {
                return Objects.requireNonNull(answering(asked).block(PATIENCE));
            } catch (IllegalStateException silent) {
                throw new AssertionError(
                        forward + " has not answered " + asked + "\n"
                                + String.join("\n", gateway.log().since(0)),
                        silent);
            }
        }

        private Mono<String> answering(Asked asked) {
            return HttpClient.newConnection()
                    .protocol(HttpProtocol.H2C)
                    .host("127.0.0.1")
                    .port(gateway.port())
                    .headers(headers -> asked.fields().forEach(field -> {
                        String[] parts = field.split(": ", 2);
                        headers.add(parts[0], parts[1]);
                    }))
                    .request(HttpMethod.valueOf(asked.method()))
                    .uri(asked.target())
                    .send(asked.content().isEmpty() ? Mono.empty() : ByteBufFlux.fromString(Mono.just(asked.content())))
                    .responseSingle((response, content) ->
                            content.asString().defaultIfEmpty("").map(text -> text(response, text)));
        }

        private static String text(HttpClientResponse response, String content) {
            List<String> lines = new ArrayList<>();
            for (Map.Entry<String, String> field : response.responseHeaders()) {
                String name = field.getKey().toLowerCase(Locale.ROOT);
                if (!name.startsWith("x-http2-") && !name.equals("transfer-encoding")) {
                    lines.add(name + ": " + (name.equals("date") ? "" : field.getValue()));
                }
            }
            lines.sort(null);
            return response.status() + " " + lines + "\n" + content;
        }

        List<String> askedOrigin() {
            List<String> asked = new ArrayList<>();
            for (ReceivedRequest request : origin.received()) {
                List<String> lines = new ArrayList<>();
                for (RawField field : request.fields()) {
                    String name = field.name().toLowerCase(Locale.ROOT);
                    lines.add(name + ": " + (name.equals("host") ? "" : field.value()));
                }
                lines.sort(null);
                asked.add(request.method() + " " + request.target() + " " + lines + " " + request.body());
            }
            origin.forget();
            return asked;
        }

        /** Requests that were carried out at their stream. */
        long carriedOut() {
            HitLevelReport report = gateway.context().getBean(HitPath.class).report();
            return report.forwarded() + report.hits().getOrDefault(HitLevel.CONNECTION, 0L);
        }

        @Override
        public void close() {
            gateway.expect(503, 504);
            gateway.close();
            origin.close();
        }
    }
}
