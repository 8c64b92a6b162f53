package com.example.learning;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.unsecured.UnsecuredApplication;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.PendingWritePolicy;
import dev.larder.gateway.rule.ReadsWhileWritePending;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.invalidation.CacheTags;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.PendingWriteMarker;
import dev.larder.invalidation.PendingWriteMarker.Extent;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * What the fallback of an open circuit breaker says of a write invalidates what the write would have invalidated at the origin of its
 * route: under the path that filters behind the breaker would have chosen, and by the rule of the route.
 */
@SpringBootTest(
        classes = UnsecuredApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "server.address=127.0.0.1",
            "spring.main.banner-mode=off",
            "spring.config.name=none",
            "larder.rules.items.paths=/items/**",
            "larder.rules.items.ttl=60s",
            "larder.rules.items.coupled-pools=reports",
            "larder.rules.reports.paths=/reports/**",
            "larder.rules.reports.ttl=60s",
            "larder.rules.named.ttl=60s",
            "larder.rules.named.coupled-pools=reports"
        })
@Import(FallbackWritesTest.Turns.class)
class FallbackWritesTest {

    private static final LearningService WELL = new LearningService();

    private static final AtomicInteger waited = new AtomicInteger();
    private static volatile Mono<Boolean> turn = Mono.just(true);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @LocalServerPort
    private int port;

    @Autowired
    private CircuitBreakerRegistry breakers;

    @Autowired
    private Invalidator invalidator;

    /** The routes of writes, whose origin is down: name, filters. The name is the first segment of their path. */
    private static final Map<String, List<String>> WRITES = Map.of(
            "stripped", List.of("StripPrefix=1", "Cache"),
            "rewritten", List.of("RewritePath=/rewritten/(?<rest>.*), /$\\{rest}", "WriteInvalidation"),
            "set", List.of("SetPath=/items/{id}", "Cache"),
            "prefixed", List.of("StripPrefix=2", "PrefixPath=/items", "WriteInvalidation=named"),
            "named", List.of("StripPrefix=1", "Cache=named"));

    @DynamicPropertySource
    static void routes(DynamicPropertyRegistry properties) {
        String routes = "spring.cloud.gateway.server.webflux.routes[%d].";
        int number = 0;
        for (String path : List.of("/items/**", "/reports/**", "/spare/**")) {
            String route = routes.formatted(number++);
            properties.add(route + "id", () -> "read" + path.substring(1, 6));
            properties.add(route + "uri", WELL::uri);
            properties.add(route + "predicates[0]", () -> "Path=" + path);
            properties.add(route + "filters[0]", () -> "Cache");
        }
        for (String fallback : List.of("fallback", "spare")) {
            for (Map.Entry<String, List<String>> each : WRITES.entrySet()) {
                String route = routes.formatted(number++);
                String name = each.getKey();
                properties.add(route + "id", () -> name + fallback);
                properties.add(route + "uri", FaultyService::down);
                properties.add(
                        route + "predicates[0]",
                        () -> "Path=/" + name + (name.equals("set") ? "/items/{id}" : "/items/**"));
                properties.add(route + "predicates[1]", () -> "Header=X-Fallback, " + fallback);
                properties.add(route + "filters[0].name", () -> "CircuitBreaker");
                properties.add(route + "filters[0].args.name", () -> "breaker");
                properties.add(route + "filters[0].args.statusCodes", () -> "503");
                properties.add(
                        route + "filters[0].args.fallbackUri",
                        () -> "forward:/" + (fallback.equals("spare") ? "spare/it" : fallback));
                for (int i = 0; i < each.getValue().size(); i++) {
                    String filter = each.getValue().get(i);
                    properties.add(route + "filters[" + (i + 1) + "]", () -> filter);
                }
            }
        }
    }

    @AfterAll
    static void stop() {
        WELL.close();
    }

    @BeforeEach
    void closeBreakers() {
        breakers.getAllCircuitBreakers().forEach(CircuitBreaker::reset);
    }

    @ParameterizedTest
    @CsvSource({
        "stripped, CLOSED, fallback",
        "stripped, FORCED_OPEN, fallback",
        "stripped, FORCED_OPEN, spare",
        "rewritten, CLOSED, fallback",
        "rewritten, FORCED_OPEN, fallback",
        "rewritten, FORCED_OPEN, spare",
        "set, FORCED_OPEN, fallback",
        "set, FORCED_OPEN, spare",
        "prefixed, CLOSED, fallback",
        "prefixed, FORCED_OPEN, fallback",
        "prefixed, FORCED_OPEN, spare",
        "named, CLOSED, fallback",
        "named, FORCED_OPEN, fallback",
        "named, FORCED_OPEN, spare"
    })
    void writeAnsweredByFallbackInvalidatesReadsOnEveryRoute(String route, CircuitBreaker.State state, String fallback)
            throws Exception {
        String id = route + state + fallback;
        List<String> made = List.of("/items/" + id, "/items", "/reports/" + id);
        for (String target : made) {
            send("GET", target, fallback);
            assertThat(cacheStatus(target)).as(target).contains("hit");
        }
        if (state == CircuitBreaker.State.FORCED_OPEN) {
            breakers.circuitBreaker("breaker").transitionToForcedOpenState();
        }
        assertThat(send("PUT", "/" + route + "/items/" + id, fallback).statusCode())
                .isEqualTo(200);
        for (String target : made) {
            assertThat(cacheStatus(target)).as(target).contains("fwd=");
        }
    }

    /** Nobody behind the breaker settles a write that is not forwarded yet when the breaker gives up, or is refused before. */
    @ParameterizedTest
    @ValueSource(strings = {"refused", "waiting"})
    void writeWaitingForEarlierOnesInvalidatesWhenFallbackAnswers(String how) throws Exception {
        turn = how.equals("refused") ? Mono.just(false) : Mono.never();
        assertIsSeen("late" + how, "/stripped/items/late" + how, "fallback");
    }

    /** As a filter of the application that answers by itself what takes too long, or what is refused. */
    @ParameterizedTest
    @EnumSource(Hasty.class)
    void unforwardedWriteAnsweredByFilterInvalidatesReads(Hasty filter) throws Exception {
        turn = filter == Hasty.REPLACES ? Mono.just(false) : Mono.never();
        assertIsSeen(filter.name(), "/items/" + filter, filter.name());
    }

    private void assertIsSeen(String id, String written, String fallback) throws Exception {
        List<String> made = List.of("/items/" + id, "/items", "/reports/" + id);
        for (String target : made) {
            send("GET", target, "none");
            assertThat(cacheStatus(target)).as(target).contains("hit");
        }
        UUID log = UUID.randomUUID();
        hold(new PendingWriteMarker(log, 1, Extent.ALL, Set.of(CacheTags.pool("reports"))));
        waited.set(0);
        assertThat(send("PUT", written, fallback).statusCode()).isEqualTo(200);
        hold(new PendingWriteMarker(log, 2, Extent.ALL, Set.of()));
        assertThat(waited).as("writes that have waited").hasValue(1);
        for (String target : made) {
            assertThat(cacheStatus(target)).as(target).contains("fwd=");
        }
    }

    private void hold(PendingWriteMarker marker) {
        invalidator.hold(marker).toCompletableFuture().join();
    }

    /** Filters that have done the write elsewhere, as they say: before they give it up, after, and when it is refused. */
    private enum Hasty implements GlobalFilter, Ordered {
        TIMES_OUT(-5) {
            @Override
            Mono<Void> answer(ServerWebExchange exchange, Mono<Void> forwarded) {
                return forwarded
                        .timeout(LONG)
                        .onErrorResume(
                                TimeoutException.class,
                                late -> exchange.getResponse().setComplete());
            }
        },
        RACES(-5) {
            @Override
            Mono<Void> answer(ServerWebExchange exchange, Mono<Void> forwarded) {
                return Mono.firstWithSignal(
                        forwarded, Mono.delay(LONG).then(Mono.defer(exchange.getResponse()::setComplete)));
            }
        },
        REPLACES(5) {
            @Override
            Mono<Void> answer(ServerWebExchange exchange, Mono<Void> forwarded) {
                return forwarded.doOnSuccess(refused -> exchange.getResponse().setStatusCode(HttpStatus.OK));
            }
        };

        private static final Duration LONG = Duration.ofMillis(200);

        private final int order;

        Hasty(int order) {
            this.order = order;
        }

        abstract Mono<Void> answer(ServerWebExchange exchange, Mono<Void> forwarded);

        @Override
        public int getOrder() {
            return order;
        }

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            return name().equals(exchange.getRequest().getHeaders().getFirst("X-Fallback"))
                    ? answer(exchange, chain.filter(exchange))
                    : chain.filter(exchange);
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Turns {

        @Bean
        GlobalFilter timesOut() {
            return Hasty.TIMES_OUT;
        }

        @Bean
        GlobalFilter races() {
            return Hasty.RACES;
        }

        @Bean
        GlobalFilter replaces() {
            return Hasty.REPLACES;
        }

        @Bean
        PendingWritePolicy turns() {
            return new PendingWritePolicy() {
                @Override
                public ReadsWhileWritePending reads(RequestRule rule) {
                    return ReadsWhileWritePending.BYPASS;
                }

                @Override
                public Mono<Boolean> flush(EpochStamp stamp) {
                    return Mono.just(true);
                }

                @Override
                public Mono<Boolean> settle(EpochStamp stamp) {
                    waited.incrementAndGet();
                    return turn;
                }
            };
        }
    }

    private String cacheStatus(String target) throws Exception {
        return send("GET", target, "none").headers().firstValue("Cache-Status").orElse("");
    }

    private HttpResponse<String> send(String method, String target, String fallback) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                        .header("X-Fallback", fallback)
                        .method(
                                method,
                                method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString("content"))
                        .build(),
                BodyHandlers.ofString());
    }
}
