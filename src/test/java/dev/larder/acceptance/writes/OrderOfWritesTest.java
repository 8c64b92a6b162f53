package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import dev.larder.writes.WriteSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** No write overtakes an acknowledged one to the same resource, by whichever route and filter it comes. */
class OrderOfWritesTest {

    private static final List<String> FILTERS =
            List.of("Cache", "WriteInvalidation", "EntityTags", "BufferedWrites=items", "EntityTags,Cache");

    /** Routes that strip a prefix, and routes whose target a later filter chooses. */
    static final List<String> PREFIXES =
            List.of("/by0", "/by1", "/by2", "/by3", "/by4", "/late0", "/late1", "/late2", "/late3", "/late4", "/dry2");

    static final List<String> SCOPES = List.of("pool", "path", "groups", "hierarchy", "collection");

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Duration BACKOFF = Duration.ofMillis(500);

    @TempDir
    private static Path folder;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> {
        OperatorClient.admitted(builder)
                .with(LateTarget.class)
                .property("larder.hit-path", "auto")
                .property("larder.actuate.write-enabled", true)
                .property("larder.writes.path", folder)
                .bean(
                        WriteSettings.class,
                        WriteSettings.DEFAULT.withFlushTimeout(PATIENCE).withRetries(BACKOFF, BACKOFF))
                .property("larder.rules.items.paths", "/items/**")
                .property("larder.rules.items.buffer.bulk", "/bulk/items")
                .property("larder.rules.items.buffer.flush-interval", "1h")
                .property("larder.rules.dry.routes", "dry2")
                .property("larder.rules.dry.dry-run", true);
        for (String scope : SCOPES) {
            String rule = "larder.rules.scope-" + scope + ".";
            builder.property(rule + "paths", "/" + scope + "/**")
                    .property(rule + "pool", "uploads")
                    .property(rule + "invalidation-scope", scope)
                    .property(rule + "buffer.bulk", "/bulk/items")
                    .property(rule + "buffer.flush-interval", "1h");
        }
        for (int i = 0; i < FILTERS.size(); i++) {
            route(builder, 2 * i, "by" + i, "StripPrefix=1," + FILTERS.get(i));
            route(builder, 2 * i + 1, "late" + i, FILTERS.get(i));
        }
        return route(builder, 2 * FILTERS.size(), "dry2", "StripPrefix=1," + FILTERS.get(2));
    });

    private final String item = "/items" + UniquePath.next();

    private static GatewayFixture.Builder route(GatewayFixture.Builder builder, int index, String id, String filters) {
        String route = "spring.cloud.gateway.server.webflux.routes[" + index + "].";
        return builder.property(route + "id", id)
                .property(route + "uri", "${larder.origin}")
                .property(route + "predicates[0]", "Path=/" + id + "/**")
                .property(route + "filters", filters);
    }

    @Configuration(proxyBeanMethods = false)
    static class LateTarget {

        /** Sends what is under /late to what a field names, behind the filters of the route. */
        @Bean
        @Order(20_000)
        GlobalFilter target() {
            return (exchange, chain) -> {
                String target = exchange.getRequest().getHeaders().getFirst("X-Target");
                if (target != null) {
                    exchange.getAttributes().put(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR, URI.create(target));
                }
                return chain.filter(exchange);
            };
        }
    }

    @BeforeEach
    void takeEverything() {
        STAGE.origin().forget();
        STAGE.origin().on("/bulk/items", ResponseScript.status(201));
        STAGE.origin().on(item, ResponseScript.status(204));
    }

    /** Waits for the repetition of a delivery that has failed. */
    private static void awaitRepetition() {
        var taken = new CompletableFuture<Boolean>();
        STAGE.origin().on("/bulk/items", request -> {
            taken.complete(true);
            return ResponseScript.status(201);
        });
        assertThat(taken).succeedsWithin(Duration.ofSeconds(10));
    }

    @AfterEach
    void deliverEverything() {
        STAGE.origin().on("/bulk/items", ResponseScript.status(201));
        assertThat(OperatorClient.of(STAGE.gateway()).order("flush", "").content())
                .contains("\"waiting\":0");
    }

    private ReceivedResponse delete(String prefix) {
        return prefix.startsWith("/late")
                ? STAGE.gateway()
                        .ask(
                                "DELETE",
                                prefix + item + "/late",
                                "X-Target",
                                STAGE.origin().uri() + item)
                : STAGE.gateway().ask("DELETE", prefix + item);
    }

    @ParameterizedTest
    @FieldSource("PREFIXES")
    void writeOnAnyRouteWaitsForAcknowledgedWrites(String prefix) {
        assertThat(STAGE.gateway()
                        .send("POST", item, "1", "Content-Type", "application/json")
                        .status())
                .isEqualTo(202);
        assertThat(delete(prefix).status()).isEqualTo(204);
        assertThat(STAGE.origin().received())
                .extracting(ReceivedRequest::method, ReceivedRequest::path)
                .containsExactly(tuple("POST", "/bulk/items"), tuple("DELETE", item));
    }

    @ParameterizedTest
    @FieldSource("PREFIXES")
    void writeOnAnyRouteWaitsForRetryOfAcknowledgedWrites(String prefix) {
        STAGE.origin().inTurn("/bulk/items", ResponseScript.status(503), ResponseScript.status(201));
        STAGE.gateway().send("POST", item, "1", "Content-Type", "application/json");
        assertThat(delete(prefix).status()).isEqualTo(204);
        assertThat(STAGE.origin().received())
                .extracting(ReceivedRequest::method, ReceivedRequest::path)
                .containsExactly(tuple("POST", "/bulk/items"), tuple("POST", "/bulk/items"), tuple("DELETE", item));
    }

    @ParameterizedTest
    @FieldSource("PREFIXES")
    void writeOnAnyRouteIsRejectedWhileAcknowledgedWritesFail(String prefix) {
        STAGE.gateway().expect(503);
        STAGE.origin().on("/bulk/items", ResponseScript.status(503));
        STAGE.gateway().send("POST", item, "1", "Content-Type", "application/json");
        ReceivedResponse refused = delete(prefix);
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(refused.field("Retry-After")).isEqualTo("1");
        assertThat(refused.content()).contains("Earlier writes");
        assertThat(STAGE.origin().count(item)).isZero();
        awaitRepetition();
    }

    /** What the write to an item invalidates may be no more than a pool of another name, or its path. */
    @ParameterizedTest
    @FieldSource("SCOPES")
    void writeToCollectionWaitsForAcknowledgedWritesToItsItems(String scope) {
        String collection = "/" + scope + UniquePath.next();
        STAGE.origin().on(collection, ResponseScript.status(204));
        STAGE.gateway().send("POST", collection + "/7", "1", "Content-Type", "application/json");
        assertThat(STAGE.gateway().ask("DELETE", "/by1" + collection).status()).isEqualTo(204);
        assertThat(STAGE.origin().received())
                .extracting(ReceivedRequest::method, ReceivedRequest::path)
                .containsExactly(tuple("POST", "/bulk/items"), tuple("DELETE", collection));
    }
}
