package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/** An Idempotency-Key is its sender's: the same key of somebody else, however the origin knows them apart, is another write. */
class SendersOfWritesTest {

    @TempDir
    private static Path folder;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> {
        OperatorClient.admitted(builder)
                .with(Login.class)
                .property("larder.actuate.write-enabled", true)
                .property("larder.writes.path", folder)
                .property("larder.rules.orders.key.user", "principal")
                .property("larder.rules.orders.key.headers", "X-Org")
                .property("larder.rules.orders.buffer.bulk", "/bulk/orders")
                .property("larder.rules.orders.buffer.format", "multipart")
                .property("larder.rules.orders.buffer.fields-per-item", "X-Api-Key,X-Request-Id")
                .property("larder.rules.orders.buffer.fields-per-batch", "X-Region")
                .property("larder.rules.orders.buffer.flush-interval", "1h");
        List<String> filters = List.of("BufferedWrites=orders", "Cache=orders");
        for (int i = 0; i < filters.size(); i++) {
            String route = "spring.cloud.gateway.server.webflux.routes[" + i + "].";
            builder.property(route + "id", "orders" + i)
                    .property(route + "uri", "${larder.origin}")
                    .property(route + "predicates[0]", "Path=/orders" + i)
                    .property(route + "filters[0]", "MapRequestHeader=X-In, X-Tenant")
                    .property(route + "filters[1]", filters.get(i));
        }
        return builder;
    });

    /** Names the client by a field of the test. */
    @Configuration(proxyBeanMethods = false)
    static class Login {

        @Bean
        WebFilter login() {
            return (exchange, chain) -> {
                String name = exchange.getRequest().getHeaders().getFirst("X-Login");
                return chain.filter(
                        name == null
                                ? exchange
                                : exchange.mutate()
                                        .principal(Mono.just(() -> name))
                                        .build());
            };
        }
    }

    @AfterEach
    void deliver() {
        STAGE.origin().on("/bulk/orders", ResponseScript.status(201));
        OperatorClient.of(STAGE.gateway()).order("flush", "");
    }

    @ParameterizedTest
    @CsvSource({
        "/orders0, X-In",
        "/orders0, X-Api-Key",
        "/orders0, X-Region",
        "/orders0, X-Org",
        "/orders0, X-Login",
        "/orders0, Authorization",
        "/orders1, X-In",
        "/orders1, X-Api-Key",
        "/orders1, X-Region",
        "/orders1, X-Org",
        "/orders1, X-Login",
        "/orders1, Authorization"
    })
    void sameIdempotencyKeyOfDifferentSendersIsSeparateWrite(String target, String field) {
        String key = '"' + UUID.randomUUID().toString() + '"';
        String first = post(target, key, field, "a");
        String second = post(target, key, field, "b");
        assertThat(second).isNotEqualTo(first);
        assertThat(post(target, key, field, "a", "X-Request-Id", "again")).isEqualTo(first);
        assertThat(post(target, key, field, "b")).isEqualTo(second);
    }

    private static String post(String target, String key, String... fields) {
        List<String> all = new ArrayList<>(List.of("Content-Type", "application/json", "Idempotency-Key", key));
        all.addAll(List.of(fields));
        ReceivedResponse response = STAGE.gateway().send("POST", target, "{\"a\":1}", all.toArray(String[]::new));
        assertThat(response.status()).as(response.content()).isEqualTo(202);
        return response.field("Location");
    }
}
