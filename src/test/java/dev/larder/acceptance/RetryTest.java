package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.factory.GatewayFilterFactory;
import org.springframework.cloud.gateway.filter.factory.RetryGatewayFilterFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A route that tries again: each attempt is a visit of its own, and one response comes of them. */
class RetryTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    private static final String BEHIND = "spring.cloud.gateway.server.webflux.routes[1].";
    private static final String OUTER = "spring.cloud.gateway.server.webflux.routes[2].";
    private static final String FORWARDED = "/again/forwarded";
    private static final String CORS = "spring.cloud.gateway.server.webflux.globalcors.cors-configurations.[/**].";
    private static final String PAGE = "https://page.example";
    private static final String OCTETS_BEYOND_ANY_HEAP = "1000000000000000";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.with(NumberedContent.class)
            .property(ROUTE + "id", "again")
            .property(ROUTE + "uri", "${larder.origin}")
            .property(ROUTE + "predicates[0]", "Path=/again/**")
            .property(ROUTE + "filters[0].name", "Retry")
            .property(ROUTE + "filters[0].args.statuses", "SERVICE_UNAVAILABLE,BAD_GATEWAY")
            .property(ROUTE + "filters[0].args.methods", "GET,PUT")
            .property(ROUTE + "filters[1]", "NumberedContent")
            .property(ROUTE + "filters[2]", "Cache")
            .property(BEHIND + "id", "behind")
            .property(BEHIND + "uri", "${larder.origin}")
            .property(BEHIND + "predicates[0]", "Path=/behind/**")
            .property(BEHIND + "filters[0]", "Cache")
            .property(BEHIND + "filters[1]", "NumberedContent")
            .property(OUTER + "id", "outer")
            .property(OUTER + "uri", "forward:" + FORWARDED)
            .property(OUTER + "predicates[0]", "Path=/outer/**")
            .property(OUTER + "filters[0]", "Cache")
            .property(CORS + "allowed-origins", PAGE)
            .property(CORS + "allowed-methods", "*")
            .property("larder.invalidation.on-server-error", false)
            .property("larder.invalidation.unknown-write-timeout", "0s"));

    private final String path = "/again" + UniquePath.next();

    /** Gateway frees what it takes for kept content until it is free. */
    @Test
    void emptyChunkedUploadsDoNotBlockRequests() {
        String again = "/again" + UniquePath.next();
        STAGE.origin().on(again, ResponseScript.ok("done"));
        int rounds = 8 * Runtime.getRuntime().availableProcessors();
        for (int i = 0; i < rounds; i++) {
            try (RawClient client = STAGE.gateway().connect()) {
                client.send(RawClient.head("PUT", again, RawFields.of("Transfer-Encoding", "chunked")) + "0\r\n\r\n");
                assertThat(client.read().content()).isEqualTo("done");
            }
        }
        assertThat(STAGE.origin().count(again)).isEqualTo(rounds);
    }

    @Test
    void sendsAndStoresOnlyResponseOfSuccessfulAttempt() {
        STAGE.origin()
                .inTurn(
                        path,
                        ResponseScript.status(503, "Retry-After", "1", "X-Attempt", "1")
                                .part("unavailable"),
                        ResponseScript.ok("content", "Cache-Control", "max-age=60"));
        ReceivedResponse response = STAGE.get(path);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.content()).isEqualTo("content");
        assertThat(response.whole()).isTrue();
        assertThat(response.fields().all("Content-Length")).containsExactly("7");
        assertThat(response.fields().all("Cache-Status")).hasSize(1);
        assertThat(response.fields().all("Date")).hasSize(1);
        assertThat(response.fields().has("X-Attempt")).isFalse();
        assertThat(response.cacheStatus()).contains("fwd-status=200; stored");
        assertThat(STAGE.get(path).hit()).isTrue();
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    @Test
    void retryContactsOriginDespiteErrorStoredByPreviousAttempt() {
        STAGE.origin()
                .inTurn(
                        path,
                        ResponseScript.status(503, "Cache-Control", "max-age=60")
                                .part("unavailable"),
                        ResponseScript.ok("content", "Cache-Control", "max-age=60"));
        ReceivedResponse response = STAGE.get(path);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.content()).isEqualTo("content");
        assertThat(STAGE.get(path).hit()).isTrue();
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
    }

    @Test
    void firstAttemptUsesStoredErrorAndRetryContactsOrigin() {
        STAGE.origin()
                .inTurn(
                        path,
                        ResponseScript.status(503, "Cache-Control", "max-age=60"),
                        ResponseScript.status(503, "Cache-Control", "max-age=60"),
                        ResponseScript.status(503, "Cache-Control", "max-age=60"),
                        ResponseScript.status(503, "Cache-Control", "max-age=60"),
                        ResponseScript.ok("content", "Cache-Control", "max-age=60"));
        STAGE.gateway().expect(503);
        assertThat(STAGE.gateway().send("GET", path, "").status()).isEqualTo(503);
        assertThat(STAGE.origin().count(path)).isEqualTo(4);
        assertThat(STAGE.get(path).content()).isEqualTo("content");
        assertThat(STAGE.origin().count(path)).isEqualTo(5);
    }

    @Test
    void successfulRetryOfWriteInvalidatesStoredResponse() {
        var version = new AtomicInteger();
        var attempts = new AtomicInteger();
        STAGE.origin().on(path, request -> {
            if (!request.method().equals("PUT")) {
                return ResponseScript.ok("version " + version.get(), "Cache-Control", "max-age=60");
            }
            if (attempts.incrementAndGet() == 1) {
                return ResponseScript.status(503);
            }
            return ResponseScript.ok("version " + version.incrementAndGet());
        });
        STAGE.get(path);
        assertThat(STAGE.get(path).hit()).isTrue();
        assertThat(STAGE.gateway().send("PUT", path, "new").status()).isEqualTo(200);
        assertThat(attempts).hasValue(2);
        assertThat(STAGE.get(path).content()).isEqualTo("version 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT"})
    @Tag("hardening-S")
    void responseKeepsNothingOfProblemOfFailedAttempt(String method) {
        STAGE.origin()
                .inTurn(
                        path,
                        ResponseScript.hangUp(TransferEnd.FIN),
                        ResponseScript.hangUp(TransferEnd.FIN),
                        ResponseScript.ok("content"));
        ReceivedResponse response = STAGE.gateway().send(method, path, method.equals("GET") ? "" : "new");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.content()).isEqualTo("content");
        assertThat(response.fields().all("Content-Length")).containsExactly("7");
        assertThat(response.fields().has("Content-Type")).isFalse();
    }

    @Test
    void routeFiltersRewriteContentForEachAttempt() {
        List<String> contents = new CopyOnWriteArrayList<>();
        STAGE.origin().on(path, request -> {
            contents.add(request.body());
            return contents.size() == 1 ? ResponseScript.status(503) : ResponseScript.ok("done");
        });
        assertThat(STAGE.gateway()
                        .send("PUT", path, "content", "X-Numbered", "1")
                        .status())
                .isEqualTo(200);
        assertThat(contents).containsExactly("content 1", "content 2");
    }

    @Test
    void forwardsContentRewrittenByFiltersAfterCache() {
        String behind = "/behind" + path;
        STAGE.origin().on(behind, request -> ResponseScript.ok(request.body()));
        ReceivedResponse response = STAGE.gateway().send("PUT", behind, "content", "X-Numbered", "1");
        assertThat(response.content()).isEqualTo("content 1");
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 100_000})
    void fencesWriteWithContentStreamedByOuterRoute(int octets) {
        var gate = new OriginLatch();
        STAGE.origin().on(FORWARDED, request -> {
            if (request.method().equals("GET")) {
                return ResponseScript.ok("old", "Cache-Control", "max-age=60");
            }
            ResponseScript script = ResponseScript.status(request.body().length() == octets ? 204 : 500);
            return script.before(gate);
        });
        STAGE.get(FORWARDED);
        assertThat(STAGE.get(FORWARDED).hit()).isTrue();
        CompletableFuture<ReceivedResponse> writer =
                ConcurrentClients.one(() -> STAGE.gateway().send("PUT", "/outer" + path, "x".repeat(octets)));
        gate.awaitArrival();
        assertThat(STAGE.get(FORWARDED).cacheStatus()).contains("detail=fenced");
        gate.release();
        assertThat(ConcurrentClients.join(writer).status()).isEqualTo(204);
    }

    @Test
    void keepsCorsFieldsAfterFailedAttempt() {
        STAGE.origin()
                .inTurn(
                        path,
                        ResponseScript.hangUp(TransferEnd.FIN),
                        ResponseScript.hangUp(TransferEnd.FIN),
                        ResponseScript.ok("content"));
        ReceivedResponse response = STAGE.gateway().send("PUT", path, "new", "Origin", PAGE);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.fields().all("Access-Control-Allow-Origin")).containsExactly(PAGE);
        assertThat(response.fields().all("Vary")).contains("Origin").doesNotHaveDuplicates();
    }

    @Test
    void keepsVaryOfServerFiltersBesideVaryOfOrigin() {
        STAGE.origin().on(path, ResponseScript.ok("content", "Cache-Control", "max-age=60", "Vary", "Accept-Encoding"));
        for (String status : List.of("fwd=uri-miss", "hit")) {
            ReceivedResponse response = STAGE.gateway().send("GET", path, "", "Origin", PAGE);
            assertThat(response.field("Cache-Status")).contains(status);
            assertThat(response.fields().all("Vary"))
                    .contains("Origin", "Accept-Encoding")
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void problemResponseHasCorsFields() {
        STAGE.gateway().expect(502);
        STAGE.origin().on(path, ResponseScript.hangUp(TransferEnd.FIN));
        ReceivedResponse response = STAGE.gateway().send("POST", path, "new", "Origin", PAGE);
        assertThat(response.status()).isEqualTo(502);
        assertThat(response.fields().all("Access-Control-Allow-Origin")).containsExactly(PAGE);
        assertThat(response.fields().all("Vary")).contains("Origin").doesNotHaveDuplicates();
    }

    @Test
    @Tag("hardening-X6")
    void rejectsContentTooLargeToBufferForRetryWithoutReadingIt() {
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(RawClient.head(
                    "PUT", path, RawFields.of("Content-Length", OCTETS_BEYOND_ANY_HEAP, "Origin", PAGE)));
            ReceivedResponse response = client.read();
            assertThat(response.status()).isEqualTo(413);
            assertThat(response.field("Content-Type")).isEqualTo("application/problem+json");
            assertThat(response.field("Connection")).isEqualTo("close");
            assertThat(response.field("Access-Control-Allow-Origin")).isEqualTo(PAGE);
        }
        assertThat(STAGE.origin().count(path)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"/again, FIN", "/again, RESET", "/behind, FIN", "/behind, RESET"})
    void clientDisconnectDuringUploadIsNotGatewayError(String route, TransferEnd end) {
        String left = route + UniquePath.next();
        for (int i = 0; i < 10; i++) {
            RawClient client = STAGE.gateway().connect();
            client.send(RawClient.head("PUT", left, RawFields.of("Content-Length", "60000")) + "x".repeat(50_000));
            client.end(end);
            STAGE.gateway().send("PUT", left + "/other", "content");
        }
        assertThat(STAGE.origin().count(left)).isZero();
    }

    /** Adds to the content which attempt it is of. */
    @Configuration(proxyBeanMethods = false)
    static class NumberedContent {

        @Bean
        GatewayFilterFactory<Object> numberedContentGatewayFilterFactory() {
            return new NumberedContentGatewayFilterFactory();
        }
    }

    private static final class NumberedContentGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

        private NumberedContentGatewayFilterFactory() {
            super(Object.class);
        }

        @Override
        public GatewayFilter apply(Object config) {
            return (exchange, chain) -> exchange.getRequest().getHeaders().containsHeader("X-Numbered")
                    ? chain.filter(exchange.mutate().request(numbered(exchange)).build())
                    : chain.filter(exchange);
        }

        private static ServerHttpRequest numbered(ServerWebExchange exchange) {
            int attempt = exchange.getAttributeOrDefault(RetryGatewayFilterFactory.RETRY_ITERATION_KEY, -1) + 2;
            byte[] number = (" " + attempt).getBytes(StandardCharsets.US_ASCII);
            DataBufferFactory buffers = exchange.getResponse().bufferFactory();
            return new ServerHttpRequestDecorator(exchange.getRequest()) {
                @Override
                public HttpHeaders getHeaders() {
                    var fields = new HttpHeaders();
                    fields.addAll(super.getHeaders());
                    fields.setContentLength(super.getHeaders().getContentLength() + number.length);
                    return fields;
                }

                @Override
                public Flux<DataBuffer> getBody() {
                    return super.getBody().concatWith(Mono.fromSupplier(() -> buffers.wrap(number)));
                }
            };
        }
    }
}
