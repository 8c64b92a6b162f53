package dev.larder.acceptance.hitpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.larder.acceptance.kit.ApiKeyFilter;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.gateway.connection.HitLevel;
import dev.larder.gateway.connection.HitLevelAssessment;
import dev.larder.gateway.connection.HitLevelReport;
import dev.larder.gateway.connection.HitPath;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.reactor.netty.NettyRouteProvider;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.webflux.autoconfigure.WebHttpHandlerBuilderCustomizer;
import org.springframework.cloud.gateway.config.HttpClientFactory;
import org.springframework.cloud.gateway.config.HttpClientProperties;
import org.springframework.cloud.gateway.config.HttpClientSslConfigurer;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.adapter.ForwardedHeaderTransformer;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

/** Whoever could refuse, change or want to see a request keeps hits from being answered before it has. */
@Tag("thorough")
class HitLevelRestrictionTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final AtomicInteger SEEN = new AtomicInteger();

    @Test
    void answersHitsAtConnectionWithoutRestrictions() {
        assertLevel(builder -> builder, HitLevel.CONNECTION, "");
    }

    @Test
    void webFilterSeesAndMayRejectEveryRequest() {
        SEEN.set(0);
        assertLevel(builder -> builder.with(Door.class), HitLevel.WEB, "web filter");
        assertThat(SEEN).as("requests that the filter has seen").hasValue(6);
    }

    @Test
    void aGlobalFilterSeesEveryRequest() {
        SEEN.set(0);
        assertLevel(builder -> builder.with(Global.class), HitLevel.GATEWAY, "global filter");
        assertThat(SEEN).hasValue(6);
    }

    @Test
    void anObserverSeesEveryRequest() {
        SEEN.set(0);
        assertLevel(builder -> builder.with(Observer.class), HitLevel.WEB, "observed by");
        assertThat(SEEN).hasValueGreaterThanOrEqualTo(6);
    }

    @Test
    void customizedServerRestrictsHitsToWebLevel() {
        assertLevel(builder -> builder.with(Customized.class), HitLevel.WEB, "customized");
    }

    @Test
    void customHandlerReceivesRequestsItMatches() {
        SEEN.set(0);
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = cached(GatewayFixture.inJvm().with(Handlers.class), origin)) {
            assertThat(gateway.get("/x").hit()).isFalse();
            assertThat(gateway.get("/x").hit()).isTrue();
            assertThat(gateway.get("/x", "X-Mine", "1").content()).isEqualTo("mine");
            assertSurvey(gateway, HitLevel.GATEWAY, "Handlers of");
        }
    }

    @Test
    void customizedHandlerMayRejectEveryRequest() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = cached(GatewayFixture.inJvm().with(FirstDoor.class), origin)) {
            for (String method : List.of("GET", "POST", "GET")) {
                assertThat(gateway.ask(method, "/x").status()).isEqualTo(401);
            }
            assertThat(origin.count("/x")).isZero();
            assertThat(gateway.get("/x", "X-Door", "open").status()).isEqualTo(200);
            assertThat(gateway.get("/x", "X-Door", "open").hit()).isTrue();
            assertThat(gateway.get("/x").status()).isEqualTo(401);
            assertSurvey(gateway, HitLevel.GATEWAY, "handler is customized");
        }
    }

    @Test
    void ownRoutesOfServerTakePrecedence() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = cached(GatewayFixture.inJvm().with(OwnRoute.class), origin)) {
            assertThat(gateway.get("/own").content()).isEqualTo("own");
            assertSurvey(gateway, HitLevel.GATEWAY, "routes of its own");
        }
    }

    @Test
    void appliesForwardedPrefixHandledByApplication() {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = cached(GatewayFixture.inJvm().with(Believing.class), origin)) {
            origin.on("/before/x", ResponseScript.ok("elsewhere"));
            for (int i = 0; i < 2; i++) {
                assertThat(gateway.get("/x", "X-Forwarded-Prefix", "/before").content())
                        .isEqualTo("elsewhere");
            }
            assertSurvey(gateway, HitLevel.WEB, "forwarded header fields");
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {OwnClient.class, OwnClientFactory.class})
    void customHttpClientForwardsRequests(Class<?> configuration) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = cached(GatewayFixture.inJvm().with(configuration), origin)) {
            gateway.get("/x");
            gateway.get("/y");
            assertThat(origin.received("/x"))
                    .singleElement()
                    .satisfies(asked ->
                            assertThat(asked.fields().first("X-Client")).contains("own"));
            assertThat(gateway.context().getBean(HitPath.class).report().forwarded())
                    .isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "predicates[0] | Path=/** | CONNECTION |",
                "predicates[0] | Header=X-Any | GATEWAY | found by more than",
                "predicates[0] | Weight=group, 1 | GATEWAY | found by more than",
                "filters[0] | ApiKey | GATEWAY | The filter ApiKey",
                "filters[0] | AddResponseHeader=X-A, b | CONNECTION |",
                "filters[0] | RemoveResponseHeader=X-A | CONNECTION |",
                "filters[0] | SecureHeaders | CONNECTION |",
                "filters[0] | SetResponseHeader=Connection, close | GATEWAY | The filter SetResponseHeader",
                "filters[0] | RemoveResponseHeader=Content-Length | GATEWAY | The filter RemoveResponseHeader",
                "filters[0] | RewriteResponseHeader=X-A, b, c | GATEWAY | The filter RewriteResponseHeader",
                "filters[0] | StripPrefix=0 | CONNECTION |",
                "metadata.cors.allowed-origins | * | GATEWAY | CORS"
            })
    void routeDeterminesEarliestHitLevel(String property, String value, HitLevel level, @Nullable String reason) {
        Map<String, String> route = new HashMap<>(
                Map.of("id", "r", "predicates[0]", "Path=/**", "filters[0]", "StripPrefix=0", "filters[1]", "Cache"));
        route.put(property, value);
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            GatewayFixture.Builder builder =
                    GatewayFixture.inJvm().with(ApiKeyFilter.class).property("larder.hit-path", "auto");
            route.put("uri", origin.uri());
            route.forEach((name, text) -> builder.property(ROUTE + name, text));
            assertLevelOfRoute(builder, origin, level, reason);
        }
    }

    private static void assertLevelOfRoute(
            GatewayFixture.Builder builder, ScriptedOrigin origin, HitLevel level, @Nullable String reason) {
        try (GatewayFixture gateway = builder.start()) {
            origin.on("/x", ResponseScript.ok("x", "Cache-Control", "max-age=60"));
            String[] fields = {"X-Any", "1", "X-Api-Key", "k"};
            for (int i = 0; i < 4; i++) {
                assertThat(gateway.get("/x", fields).hit()).isEqualTo(i > 0);
            }
            HitLevelAssessment assessment =
                    gateway.context().getBean(HitPath.class).report().routes().get("r");
            assertThat(assessment.level()).isEqualTo(level);
            assertThat(String.join(" ", assessment.reasons())).contains(reason == null ? "" : reason);
            assertThat(early(gateway, HitLevel.CONNECTION)).isEqualTo(level == HitLevel.CONNECTION ? 3 : 0);
        }
    }

    @Test
    void startFailsWhenConfiguredHitLevelIsImpossible() {
        assertThatThrownBy(() -> GatewayFixture.inJvm()
                        .with(Door.class)
                        .property("larder.origin", "http://127.0.0.1:9")
                        .property("larder.hit-path", "connection")
                        .start())
                .hasStackTraceContaining("larder.hit-path")
                .hasStackTraceContaining("web filter");
    }

    private static GatewayFixture cached(GatewayFixture.Builder builder, ScriptedOrigin origin) {
        origin.on("/x", ResponseScript.ok("x", "Cache-Control", "max-age=60"));
        return builder.property("larder.hit-path", "auto").origin(origin).start();
    }

    private static void assertLevel(UnaryOperator<GatewayFixture.Builder> with, HitLevel level, String reason) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = cached(with.apply(GatewayFixture.inJvm()), origin)) {
            for (int i = 0; i < 5; i++) {
                ReceivedResponse response = gateway.get("/x", "X-Door", "open");
                assertThat(response.status()).isEqualTo(200);
                assertThat(response.hit()).isEqualTo(i > 0);
            }
            assertSurvey(gateway, level, reason);
            assertThat(early(gateway, HitLevel.CONNECTION)).isEqualTo(level == HitLevel.CONNECTION ? 4 : 0);
            assertThat(early(gateway, HitLevel.WEB)).isEqualTo(level == HitLevel.WEB ? 4 : 0);
            int closed = gateway.get("/x").status();
            assertThat(closed).isEqualTo(reason.equals("web filter") ? 401 : 200);
        }
    }

    private static void assertSurvey(GatewayFixture gateway, HitLevel level, String reason) {
        HitLevelReport report = gateway.context().getBean(HitPath.class).report();
        assertThat(report.level()).isEqualTo(level);
        assertThat(String.join(" ", report.reasons())).contains(reason);
    }

    private static long early(GatewayFixture gateway, HitLevel level) {
        return gateway.context().getBean(HitPath.class).report().hits().getOrDefault(level, 0L);
    }

    @Configuration(proxyBeanMethods = false)
    static class Door {

        @Bean
        WebFilter door() {
            return (exchange, chain) -> {
                SEEN.incrementAndGet();
                if (exchange.getRequest().getHeaders().containsHeader("X-Door")) {
                    return chain.filter(exchange);
                }
                exchange.getResponse().setStatusCode(HttpStatus.UNAUTHORIZED);
                return exchange.getResponse().setComplete();
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Global {

        @Bean
        @Order(0)
        GlobalFilter seeing() {
            return new Seeing();
        }

        @Order(0)
        static final class Seeing implements GlobalFilter {

            @Override
            public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
                SEEN.incrementAndGet();
                return chain.filter(exchange);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Observer {

        @Bean
        ObservationHandler<Observation.Context> observing() {
            return new ObservationHandler<>() {
                @Override
                public void onStart(Observation.Context context) {
                    if (context.getName().equals("http.server.requests")) {
                        SEEN.incrementAndGet();
                    }
                }

                @Override
                public boolean supportsContext(Observation.Context context) {
                    return true;
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Customized {

        @Bean
        NettyServerCustomizer customizing() {
            return server -> server;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Handlers {

        @RestController
        static class Mine {

            @GetMapping(path = "/x", headers = "X-Mine")
            String mine() {
                return "mine";
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FirstDoor {

        @Bean
        WebHttpHandlerBuilderCustomizer first() {
            WebFilter door = new Door().door();
            return handler -> handler.filters(filters -> filters.add(0, door));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnRoute {

        @Bean
        NettyRouteProvider own() {
            return routes -> routes.get("/own", (request, response) -> response.sendString(Mono.just("own")));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Believing {

        @Bean
        ForwardedHeaderTransformer forwardedHeaderTransformer() {
            return new ForwardedHeaderTransformer();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnClient {

        @Bean
        HttpClient own() {
            return HttpClient.create().headers(fields -> fields.add("X-Client", "own"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnClientFactory {

        @Bean
        HttpClientFactory own(HttpClientProperties properties, SslBundles bundles) {
            var server = new ServerProperties();
            return new HttpClientFactory(
                    properties, server, new HttpClientSslConfigurer(properties.getSsl(), server, bundles), List.of()) {
                @Override
                protected HttpClient createInstance() {
                    return super.createInstance().headers(fields -> fields.add("X-Client", "own"));
                }
            };
        }
    }
}
