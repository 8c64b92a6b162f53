package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.gateway.connection.HitLevel;
import dev.larder.gateway.connection.HitPath;
import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.writes.WriteSettings;
import dev.larder.writes.intake.BufferedWritesGatewayFilterFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.route.RouteLocator;
import org.springframework.cloud.gateway.route.builder.RouteLocatorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A route that caches nothing and has its writes buffered, beside one that caches what those writes make wrong. */
class BufferedWritesFilterTest {

    @TempDir
    private static Path folder;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> route(
                    1, "/twice", "BufferedWrites=orders", "BufferedWrites=notes")
            .apply(route(0, "/orders", "BufferedWrites=orders").apply(balanced().apply(buffering(builder)))));

    private static GatewayFixture.Builder buffering(GatewayFixture.Builder builder) {
        return OperatorClient.admitted(builder)
                .with(CachedRoute.class)
                .with(BalancedRoutes.class)
                .property("larder.hit-path", "auto")
                .property("larder.actuate.write-enabled", true)
                .property("larder.writes.path", folder)
                .bean(
                        WriteSettings.class,
                        WriteSettings.DEFAULT
                                .withFlushTimeout(Duration.ofSeconds(1))
                                .withRetries(Duration.ofMillis(500), Duration.ofMillis(500)))
                .property("larder.rules.orders.buffer.bulk", "/bulk/orders")
                .property("larder.rules.orders.buffer.flush-interval", "1h")
                .property("larder.rules.far.buffer.bulk", "${larder.origin}/bulk/far")
                .property("larder.rules.far.buffer.flush-interval", "1h")
                .property("larder.rules.notes.buffer.bulk", "/bulk/notes")
                .property("larder.rules.notes.buffer.flush-interval", "1h");
    }

    private interface Addition {

        GatewayFixture.Builder apply(GatewayFixture.Builder builder);
    }

    private static Addition route(int index, String path, String... filters) {
        String route = "spring.cloud.gateway.server.webflux.routes[" + index + "].";
        return builder -> builder.property(route + "id", "route" + index)
                .property(route + "uri", "${larder.origin}")
                .property(route + "predicates[0]", "Path=" + path)
                .property(route + "filters", String.join(",", filters));
    }

    /** A route built in Java that has both filters. */
    @Configuration(proxyBeanMethods = false)
    static class CachedRoute {

        @Bean
        RouteLocator cached(
                RouteLocatorBuilder routes,
                CacheGatewayFilterFactory cache,
                BufferedWritesGatewayFilterFactory buffered,
                @Value("${larder.origin}") String origin) {
            GatewayFilter[] both = {cache.cache(), buffered.buffered("orders")};
            return routes.routes()
                    .route(
                            "cached",
                            route -> route.path("/cached")
                                    .filters(filters -> filters.filters(both))
                                    .uri(origin))
                    .build();
        }
    }

    /** Routes built in Java whose URIs only a load balancer can resolve. */
    @Configuration(proxyBeanMethods = false)
    static class BalancedRoutes {

        @Bean
        RouteLocator balanced(RouteLocatorBuilder routes, BufferedWritesGatewayFilterFactory buffered) {
            GatewayFilter orders = buffered.buffered("orders");
            return routes.routes()
                    .route(route -> route.path("/balanced")
                            .filters(filters -> filters.filters(orders))
                            .uri("lb://orders"))
                    .route(route -> route.path("/balanced-http")
                            .filters(filters -> filters.filters(orders))
                            .uri("lb:http://orders"))
                    .build();
        }
    }

    /** A route in the configuration of that kind, whose rule says where its deliveries go. */
    private static Addition balanced() {
        return builder -> route(2, "/far", "BufferedWrites=far")
                .apply(builder)
                .property("spring.cloud.gateway.server.webflux.routes[2].uri", "lb://far");
    }

    @BeforeEach
    void takeEverything() {
        STAGE.origin().on("/bulk/orders", ResponseScript.status(201));
        STAGE.origin().on("/bulk/notes", ResponseScript.status(201));
        STAGE.origin().on("/orders", request -> answer(request.method()));
        STAGE.origin().on("/orders/1", request -> answer(request.method()));
        STAGE.origin().forget();
    }

    @AfterEach
    void deliverEverything() {
        takeEverything();
        assertThat(operator().order("flush", "").content()).contains("\"waiting\":0");
    }

    private static ResponseScript answer(String method) {
        return method.equals("GET")
                ? ResponseScript.ok("content", "Cache-Control", "max-age=1000")
                : ResponseScript.status(204);
    }

    private static OperatorClient operator() {
        return OperatorClient.of(STAGE.gateway());
    }

    private static ReceivedResponse send(String method, String target, String content) {
        return STAGE.gateway().send(method, target, content, "Content-Type", "application/json");
    }

    private static List<String> batches(String path) {
        return STAGE.origin().received(path).stream().map(ReceivedRequest::body).toList();
    }

    /** What the other route has stored. */
    private static void store() {
        STAGE.get("/orders/1");
        assertThat(STAGE.get("/orders/1").hit()).isTrue();
    }

    @Test
    void acknowledgesAndDeliversWriteAsConfiguredByRule() {
        ReceivedResponse accepted = send("POST", "/orders", "{\"a\":1}");
        assertThat(accepted.status()).isEqualTo(202);
        assertThat(accepted.field("Location")).startsWith("/larder/writes/");
        assertThat(accepted.field("Date")).isNotEmpty();
        assertThat(batches("/orders")).isEmpty();
        operator().order("flush", "");
        assertThat(batches("/bulk/orders")).containsExactly("[{\"a\":1}]");
        assertThat(STAGE.get(accepted.field("Location")).content()).contains("\"state\":\"delivered\"");
    }

    @Test
    void responseStoredByAnotherRouteIsNotReusedUntilDelivery() {
        store();
        send("POST", "/orders", "1");
        assertThat(STAGE.get("/orders/1").cacheStatus()).contains("detail=write-pending");
        operator().order("flush", "");
        assertThat(STAGE.get("/orders/1").cacheStatus()).contains("detail=invalidated");
        assertThat(STAGE.get("/orders/1").hit()).isTrue();
    }

    @Test
    void safeRequestsPassUntouched() {
        for (int i = 0; i < 2; i++) {
            ReceivedResponse read = STAGE.get("/orders");
            assertThat(read.content()).isEqualTo("content");
            assertThat(read.field("Cache-Status")).isEmpty();
        }
        assertThat(STAGE.origin().count("/orders")).isEqualTo(2);
    }

    @Test
    void unbufferedWriteInvalidatesBeforeItsResponse() {
        store();
        ReceivedResponse deleted = STAGE.gateway().ask("DELETE", "/orders");
        assertThat(deleted.status()).isEqualTo(204);
        assertThat(deleted.field("Cache-Status")).isEmpty();
        assertThat(STAGE.get("/orders/1").cacheStatus()).contains("detail=invalidated");
    }

    @Test
    void unbufferedWriteDoesNotOvertakeBufferedOnes() {
        send("POST", "/orders", "1");
        assertThat(send("PUT", "/orders", "2").status()).isEqualTo(204);
        assertThat(STAGE.origin().received())
                .filteredOn(request -> !request.method().equals("GET"))
                .extracting(ReceivedRequest::body)
                .containsExactly("[1]", "2");
    }

    @Test
    void unbufferedWriteIsRejectedWhileEarlierOnesCannotBeDelivered() {
        STAGE.gateway().expect(503);
        var repeated = new CompletableFuture<Boolean>();
        STAGE.origin().on("/bulk/orders", ResponseScript.status(503));
        send("POST", "/orders", "1");
        ReceivedResponse refused = STAGE.gateway().ask("DELETE", "/orders");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.content()).contains("Earlier writes");
        assertThat(STAGE.origin().count("/orders")).isZero();
        STAGE.origin().on("/bulk/orders", request -> {
            repeated.complete(true);
            return ResponseScript.status(201);
        });
        assertThat(repeated).succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void rejectsContentThatCannotBeBuffered() {
        ReceivedResponse refused = send("POST", "/orders", "{");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(STAGE.origin().count("/orders")).isZero();
    }

    @Test
    void doesNotAcknowledgeWriteToUndeliverableOrigin() {
        STAGE.gateway().expect(500);
        for (String target : List.of("/balanced", "/balanced-http")) {
            ReceivedResponse refused = send("POST", target, "1");
            assertThat(refused.status()).as(target).isEqualTo(500);
            assertThat(refused.field("Content-Type")).isEqualTo("application/problem+json");
            assertThat(refused.content()).contains("is refused", "does not lead to an http or https origin");
        }
        assertThat(operator().lookAtWrites("").content()).contains("\"writes\":0");
    }

    @Test
    void deliversToBulkEndpointGivenAsAbsoluteUrl() {
        STAGE.origin().on("/bulk/far", ResponseScript.status(201));
        assertThat(send("POST", "/far", "1").status()).isEqualTo(202);
        operator().order("flush", "");
        assertThat(batches("/bulk/far")).containsExactly("[1]");
    }

    @Test
    void lastOfSeveralBufferedWritesFiltersApplies() {
        assertThat(send("POST", "/twice", "1").status()).isEqualTo(202);
        operator().order("flush", "");
        assertThat(batches("/bulk/notes")).containsExactly("[1]");
        assertThat(batches("/bulk/orders")).isEmpty();
    }

    @Test
    void cacheFilterTakesPrecedenceOverBufferedWritesFilter() {
        STAGE.origin().on("/cached", request -> answer(request.method()));
        ReceivedResponse written = send("POST", "/cached", "1");
        assertThat(written.status()).isEqualTo(204);
        assertThat(written.cacheStatus()).contains("fwd=method");
    }

    @Test
    void filterCreatedInJavaRequiresRuleWithBuffer() {
        var filters = STAGE.gateway().context().getBean(BufferedWritesGatewayFilterFactory.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> filters.buffered("carts"))
                .withMessage("BufferedWrites filter: there is no rule carts that has a buffer. Add for"
                        + " example larder.rules.carts.buffer.bulk=/bulk/{path}.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> filters.apply(config -> {}))
                .withMessageContaining("it names no rule");
    }

    @Test
    void doesNotRestrictHitLevelOfOtherRoutes() {
        var report = STAGE.gateway().context().getBean(HitPath.class).report();
        assertThat(report.routes().get("larder-origin").level()).isEqualTo(HitLevel.CONNECTION);
    }
}
