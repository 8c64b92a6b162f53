package dev.larder.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * A global filter of the application without an order, or with the lowest precedence, may send requests itself and come before the filters
 * of Larder: its writes are seen by the next read as those of Gateway's own are.
 */
class UnorderedSendersTest {

    private static final Map<String, Integer> VERSIONS = new ConcurrentHashMap<>();
    private static final Map<String, Gate> GATES = new ConcurrentHashMap<>();

    @TempDir
    private static Path directory;

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> RoutesOfFilters.add(builder.with(Senders.class), directory));

    private final String path = UniquePath.next();

    @ParameterizedTest
    @CsvSource({
        "Cache, lambda",
        "Cache, lowest",
        "Cache, proxy",
        "Cache, passing",
        "Cache, TenantRoutingFilter",
        "WriteInvalidation, lambda",
        "WriteInvalidation, lowest",
        "WriteInvalidation, proxy",
        "WriteInvalidation, passing",
        "WriteInvalidation, TenantRoutingFilter",
        "EntityTags, lambda",
        "EntityTags, passing",
        "BufferedWrites, lambda",
        "BufferedWrites, passing"
    })
    void writeSentByGlobalFilterInvalidatesStoredResponse(String route, String sender) {
        store();
        for (String method : List.of("PUT", "DELETE", "POST")) {
            int before = VERSIONS.getOrDefault(path, 0);
            ReceivedResponse written =
                    STAGE.gateway().send(method, path, "content", "X-Route", route, "X-Sender", sender);
            assertThat(written.status()).as(method).isEqualTo(200);
            assertThat(VERSIONS.get(path)).isEqualTo(before + 1);
            assertThat(STAGE.get(path).content()).as(method).isEqualTo("version " + (before + 1));
            assertThat(STAGE.get(path).hit()).isTrue();
        }
    }

    /** Nobody knows what became of it; one that says that it sends a request has sent it. */
    @ParameterizedTest
    @ValueSource(strings = {"Cache", "WriteInvalidation", "EntityTags", "BufferedWrites"})
    void unansweredWriteOfGlobalFilterInvalidatesStoredResponse(String route) {
        STAGE.gateway().expect(504);
        store();
        STAGE.gateway().send("PUT", path, "content", "X-Route", route, "X-Sender", "lambda", "X-Fails", "504");
        assertThat(STAGE.get(path).content()).isEqualTo("version 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cache", "WriteInvalidation", "EntityTags", "BufferedWrites"})
    void writeRejectedByGlobalFilterInvalidatesNothing(String route) {
        store();
        for (String status : List.of("403", "302", "307")) {
            for (String how : status.equals("403") ? List.of("X-Refuses", "X-Throws") : List.of("X-Refuses")) {
                assertThat(STAGE.gateway()
                                .send("PUT", path, "content", "X-Route", route, "X-Sender", "lambda", how, status)
                                .status())
                        .isEqualTo(Integer.parseInt(status));
                assertThat(STAGE.get(path).hit()).as(status).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cache", "WriteInvalidation", "EntityTags", "BufferedWrites"})
    void writeRejectedByGlobalFilterAndResentByEarlierOneInvalidates(String route) {
        store();
        ReceivedResponse written = STAGE.gateway()
                .send(
                        "PUT",
                        path,
                        "content",
                        "X-Route",
                        route,
                        "X-Sender",
                        "lambda",
                        "X-Throws",
                        "503",
                        "X-Resumes",
                        "");
        assertThat(written.status()).isEqualTo(200);
        assertThat(STAGE.get(path).content()).isEqualTo("version 1");
    }

    @Test
    void writeAnsweredWithSeeOtherByGlobalFilterInvalidates() {
        store();
        STAGE.gateway().send("PUT", path, "content", "X-Sender", "lambda", "X-Refuses", "303");
        assertThat(STAGE.get(path).hit()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cache", "WriteInvalidation", "EntityTags", "BufferedWrites"})
    void writeOfDisconnectedClientInvalidatesOnceAnswered(String route) throws Exception {
        store();
        var gate = new Gate(new CountDownLatch(1), new CompletableFuture<>());
        GATES.put(path, gate);
        RawClient client = STAGE.gateway().connect();
        client.request("PUT", path, "Content-Length", "0", "X-Route", route, "X-Sender", "lambda", "X-Waits", "");
        assertThat(gate.begun().await(60, TimeUnit.SECONDS)).isTrue();
        client.reset();
        STAGE.awaitReading();
        gate.opened().complete(null);
        ReceivedResponse seen = STAGE.get(path);
        for (int i = 0; i < 50 && !seen.content().equals("version 1"); i++) {
            STAGE.awaitReading();
            seen = STAGE.get(path);
        }
        assertThat(seen.content()).isEqualTo("version 1");
    }

    private record Gate(CountDownLatch begun, CompletableFuture<Void> opened) {}

    /** As Gateway's filters do, it may call the others when it has sent the request: there is nothing to look up any more. */
    @ParameterizedTest
    @ValueSource(strings = {"Cache", "EntityTags"})
    void readAnsweredByGlobalFilterDoesNotUseCache(String route) {
        store();
        for (String sender : List.of("lambda", "passing")) {
            ReceivedResponse own = STAGE.gateway().ask("GET", path, "X-Route", route, "X-Sender", sender);
            assertThat(own.content()).isEqualTo("own");
            assertThat(own.field("Cache-Status")).isEmpty();
        }
        assertThat(STAGE.get(path).hit()).isTrue();
    }

    @Test
    void writePassedOnByGlobalFilterReachesOriginAndInvalidates() {
        store();
        assertThat(STAGE.gateway().send("PUT", path, "content").status()).isEqualTo(200);
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
        assertThat(STAGE.get(path).hit()).isFalse();
    }

    private void store() {
        STAGE.origin()
                .on(
                        path,
                        request -> ResponseScript.ok(
                                "version " + VERSIONS.getOrDefault(path, 0), "Cache-Control", "max-age=60"));
        assertThat(STAGE.get(path).content()).isEqualTo("version 0");
        assertThat(STAGE.get(path).hit()).isTrue();
    }

    /** Sends what names it. */
    private static Mono<Void> send(String name, ServerWebExchange exchange, GatewayFilterChain chain) {
        var fields = exchange.getRequest().getHeaders();
        if (!name.equals(fields.getFirst("X-Sender"))) {
            return chain.filter(exchange);
        }
        ServerHttpResponse response = exchange.getResponse();
        if (fields.containsHeader("X-Waits")) {
            String path = exchange.getRequest().getURI().getRawPath();
            Gate gate = GATES.remove(path);
            gate.begun().countDown();
            return Mono.fromFuture(gate.opened(), true).then(Mono.defer(() -> {
                VERSIONS.merge(path, 1, Integer::sum);
                response.setStatusCode(HttpStatus.OK);
                return response.setComplete();
            }));
        }
        if (fields.containsHeader("X-Throws")) {
            return Mono.error(new ResponseStatusException(status(fields.getFirst("X-Throws"))));
        }
        if (fields.containsHeader("X-Refuses")) {
            response.setStatusCode(status(fields.getFirst("X-Refuses")));
            return response.setComplete();
        }
        if (!exchange.getRequest().getMethod().name().equals("GET")) {
            VERSIONS.merge(exchange.getRequest().getURI().getRawPath(), 1, Integer::sum);
        }
        if (fields.containsHeader("X-Fails")) {
            ServerWebExchangeUtils.setAlreadyRouted(exchange);
            return Mono.error(new ResponseStatusException(status(fields.getFirst("X-Fails"))));
        }
        response.setStatusCode(HttpStatus.OK);
        Mono<Void> writing = Mono.defer(() -> response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap("own".getBytes(UTF_8)))));
        if (name.equals("passing")) {
            ServerWebExchangeUtils.setAlreadyRouted(exchange);
            return chain.filter(exchange).then(writing);
        }
        return writing;
    }

    private static HttpStatusCode status(String code) {
        return HttpStatusCode.valueOf(Integer.parseInt(Objects.requireNonNull(code)));
    }

    @Configuration(proxyBeanMethods = false)
    static class Senders {

        @Bean
        GlobalFilter lambda() {
            return (exchange, chain) -> send("lambda", exchange, chain);
        }

        @Bean
        GlobalFilter passing() {
            return (exchange, chain) -> send("passing", exchange, chain);
        }

        @Bean
        GlobalFilter lowest() {
            return LateBeans.at(Ordered.LOWEST_PRECEDENCE, (exchange, chain) -> send("lowest", exchange, chain));
        }

        @Bean
        GlobalFilter resuming() {
            return LateBeans.at(
                    1,
                    (exchange, chain) -> exchange.getRequest().getHeaders().containsHeader("X-Resumes")
                            ? chain.filter(exchange).onErrorResume(error -> {
                                VERSIONS.merge(exchange.getRequest().getURI().getRawPath(), 1, Integer::sum);
                                exchange.getResponse().setStatusCode(HttpStatus.OK);
                                return exchange.getResponse().setComplete();
                            })
                            : chain.filter(exchange));
        }

        @Bean
        GlobalFilter named() {
            return new TenantRoutingFilter();
        }

        @Bean
        GlobalFilter proxy() {
            return (GlobalFilter) Proxy.newProxyInstance(
                    Senders.class.getClassLoader(),
                    new Class<?>[] {GlobalFilter.class},
                    (proxy, method, arguments) -> method.getName().equals("filter")
                            ? send("proxy", (ServerWebExchange) arguments[0], (GatewayFilterChain) arguments[1])
                            : method.invoke(VERSIONS, arguments));
        }
    }

    private static final class TenantRoutingFilter implements GlobalFilter {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            return send("TenantRoutingFilter", exchange, chain);
        }
    }
}
