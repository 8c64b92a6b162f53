package dev.larder.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * A filter may answer a write that its origin is still at work on, as a circuit breaker's fallback does after its time limit: what it
 * answers says nothing about the write.
 */
class AnsweredByOthersTest {

    /** Filters of routes to nobody. */
    private static final List<String> DOWN = List.of("WriteInvalidation", "EntityTags", "Cache");

    @TempDir
    private static Path directory;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> {
        RoutesOfFilters.add(builder.with(Impatient.class), directory);
        for (int i = 0; i < DOWN.size(); i++) {
            String down = RoutesOfFilters.ROUTE.formatted(RoutesOfFilters.FILTERS.size() + i);
            builder.property(down + "id", "down" + i)
                    .property(down + "order", -1)
                    .property(down + "uri", "http://127.0.0.1:1")
                    .property(down + "predicates[0]", "Header=X-Down, " + DOWN.get(i))
                    .property(down + "predicates[1]", "Path=/**")
                    .property(down + "filters[0]", DOWN.get(i));
        }
        return builder;
    });

    private final String path = UniquePath.next();
    private final CountDownLatch answered = new CountDownLatch(1);
    private final CountDownLatch applied = new CountDownLatch(1);
    private volatile int version;

    @ParameterizedTest
    @CsvSource({
        "Cache, early, 200",
        "Cache, early, 302",
        "Cache, early, 404",
        "Cache, early, 503",
        "Cache, early, 504",
        "Cache, late, 200",
        "Cache, late, 404",
        "Cache, late, 503",
        "WriteInvalidation, early, 200",
        "WriteInvalidation, late, 503",
        "EntityTags, early, 503",
        "EntityTags, late, 200",
        "BufferedWrites, early, 404",
        "BufferedWrites, late, 503"
    })
    void readAfterFallbackAnswerSeesWriteThatCompletesLater(String route, String filter, int status)
            throws InterruptedException {
        STAGE.gateway().expect(status);
        STAGE.origin().on(path, request -> {
            if (request.method().equals("GET")) {
                return ResponseScript.ok("version " + version, "Cache-Control", "max-age=60");
            }
            return ResponseScript.takeOver((in, out) -> {
                await(answered);
                version = 1;
                applied.countDown();
            });
        });
        assertThat(STAGE.get(path).content()).isEqualTo("version 0");
        assertThat(STAGE.get(path).hit()).isTrue();
        assertThat(STAGE.gateway()
                        .send("PUT", path, "content", "X-Route", route, "X-" + filter, String.valueOf(status))
                        .status())
                .isEqualTo(status);
        assertThat(STAGE.get(path).content()).isEqualTo("version 0");
        answered.countDown();
        await(applied);
        assertThat(STAGE.get(path).content()).isEqualTo("version 1");
        assertThat(STAGE.get(path).content()).isEqualTo("version 1");
    }

    /** The writes of routes to nobody are carried out by a filter that takes over. */
    @ParameterizedTest
    @CsvSource({
        "Cache, filter",
        "Cache, lambda",
        "WriteInvalidation, filter",
        "WriteInvalidation, lambda",
        "EntityTags, filter",
        "EntityTags, lambda"
    })
    void readAfterWriteTakenOverByFilterSeesIt(String route, String other) {
        for (String method : List.of("PUT", "POST", "DELETE")) {
            STAGE.origin().on(path, request -> {
                version += request.method().equals("GET") ? 0 : 1;
                return ResponseScript.ok("version " + version, "Cache-Control", "max-age=60");
            });
            STAGE.get(path);
            assertThat(STAGE.get(path).hit()).isTrue();
            int before = version;
            assertThat(STAGE.gateway()
                            .send(method, path, "content", "X-Down", route, "X-other", other)
                            .status())
                    .isEqualTo(200);
            version = before + 1;
            assertThat(STAGE.get(path).content()).as(method).isEqualTo("version " + version);
        }
    }

    private static void await(CountDownLatch event) {
        try {
            assertThat(event.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers with the status that the field says if nobody else does within a moment. */
    private static Mono<Void> answer(String field, ServerWebExchange exchange, GatewayFilterChain chain) {
        String status = exchange.getRequest().getHeaders().getFirst(field);
        Mono<Void> passed = chain.filter(exchange);
        return status == null
                ? passed
                : passed.timeout(Duration.ofMillis(300)).onErrorResume(late -> {
                    ServerHttpResponse response = exchange.getResponse();
                    response.setStatusCode(HttpStatusCode.valueOf(Integer.parseInt(Objects.requireNonNull(status))));
                    return response.writeWith(
                            Mono.fromSupplier(() -> response.bufferFactory().wrap("fallback".getBytes(UTF_8))));
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class Impatient {

        @Bean
        GlobalFilter early() {
            return LateBeans.at(-5, (exchange, chain) -> answer("X-early", exchange, chain));
        }

        @Bean
        GlobalFilter filter() {
            return LateBeans.at(1, (exchange, chain) -> {
                Mono<Void> passed = chain.filter(exchange);
                return "filter".equals(exchange.getRequest().getHeaders().getFirst("X-other"))
                        ? passed.onErrorResume(down -> takeOver(exchange))
                        : passed;
            });
        }

        @Bean
        GlobalFilter lambda() {
            return (exchange, chain) ->
                    "lambda".equals(exchange.getRequest().getHeaders().getFirst("X-other"))
                            ? chain.filter(exchange).onErrorResume(down -> takeOver(exchange))
                            : chain.filter(exchange);
        }

        private static Mono<Void> takeOver(ServerWebExchange exchange) {
            ServerHttpResponse response = exchange.getResponse();
            response.setStatusCode(HttpStatus.OK);
            return response.writeWith(
                    Mono.fromSupplier(() -> response.bufferFactory().wrap("taken over".getBytes(UTF_8))));
        }

        @Bean
        GlobalFilter late() {
            return LateBeans.at(20_000, (exchange, chain) -> answer("X-late", exchange, chain));
        }
    }
}
