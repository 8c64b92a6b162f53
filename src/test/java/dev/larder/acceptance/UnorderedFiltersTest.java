package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpResponse;

/**
 * A global filter of the application without an order, the usual way to write one, refuses and serves clients as it does without a cache:
 * on routes with filters of Larder it comes before them, so that hits and buffered writes pass it too.
 */
class UnorderedFiltersTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[%d].";
    private static final List<String> FILTERS =
            List.of("Cache", "EntityTags", "BufferedWrites=taken", "AddRequestHeader=X-Plain, 1");

    @TempDir
    private Path directory;

    private final ScriptedOrigin origin = ScriptedOrigin.start();
    private final String path = UniquePath.next();
    private GatewayFixture gateway;

    @BeforeEach
    void start() {
        origin.otherwise(request -> ResponseScript.ok(
                "for " + request.fields().first("X-Seen").orElse("nobody"), "Cache-Control", "max-age=60"));
        GatewayFixture.Builder builder = GatewayFixture.inJvm()
                .origin(origin)
                .with(Unordered.class)
                .property("larder.writes.path", directory)
                .property("larder.rules.taken.paths[0]", "/bufferedwrites/**")
                .property("larder.rules.taken.buffer.methods[0]", "POST");
        for (int i = 0; i < FILTERS.size(); i++) {
            String route = ROUTE.formatted(i);
            builder.property(route + "id", "route" + i)
                    .property(route + "uri", "${larder.origin}")
                    .property(route + "predicates[0]", "Path=" + place(FILTERS.get(i)) + "/**")
                    .property(route + "filters[0]", FILTERS.get(i));
        }
        gateway = builder.start();
    }

    @AfterEach
    void close() {
        try (origin) {
            gateway.close();
        }
    }

    private static String place(String filter) {
        return "/" + filter.replaceAll("[^A-Za-z].*", "").toLowerCase(java.util.Locale.ROOT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cache", "EntityTags", "BufferedWrites", "AddRequestHeader"})
    void filterRejectsRequestsDespiteStoredResponse(String filter) {
        String target = place(filter) + path;
        assertThat(ask(target, "refused").status()).isEqualTo(403);
        assertThat(ask(target, "a").status()).isEqualTo(200);
        assertThat(ask(target, "a").status()).isEqualTo(200);
        assertThat(ask(target, "refused").status()).isEqualTo(403);
    }

    @Test
    void filterDoesNotPreventHitsOfAdmittedClients() {
        ask("/cache" + path, "a");
        assertThat(ask("/cache" + path, "a").hit()).isTrue();
    }

    @Test
    void filterSetsResponseFieldsForEachClient() {
        ReceivedResponse first = gateway.ask("GET", "/cache" + path, "X-User", "a", "X-Sets", "1");
        ReceivedResponse second = gateway.ask("GET", "/cache" + path, "X-User", "b", "X-Sets", "1");
        assertThat(second.hit()).isTrue();
        for (ReceivedResponse response : List.of(first, second)) {
            String user = response == first ? "a" : "b";
            assertThat(response.field("Set-Cookie")).isEqualTo("S=" + user);
            assertThat(response.field("X-Token")).isEqualTo(user);
        }
    }

    @Test
    void requestsChangedByFilterHaveSeparateEntries() {
        for (int i = 0; i < 2; i++) {
            for (String user : List.of("a", "b")) {
                ReceivedResponse response = gateway.ask("GET", "/cache" + path, "X-User", user, "X-Tells", "1");
                assertThat(response.content()).isEqualTo("for " + user);
                assertThat(response.hit()).isEqualTo(i == 1);
            }
        }
    }

    @Test
    void filterRejectsWritesBeforeTheyAreBuffered() {
        String target = "/bufferedwrites" + path;
        assertThat(gateway.send("POST", target, "content", "X-User", "refused").status())
                .isEqualTo(403);
        assertThat(gateway.send("POST", target, "content", "X-User", "a").status())
                .isEqualTo(202);
        assertThat(gateway.send("DELETE", target, "", "X-User", "a").status()).isEqualTo(200);
        assertThat(origin.count(target)).isEqualTo(2);
    }

    private ReceivedResponse ask(String target, String user) {
        return gateway.ask("GET", target, "X-User", user);
    }

    @Configuration(proxyBeanMethods = false)
    static class Unordered {

        @Bean
        GlobalFilter unordered() {
            return (exchange, chain) -> {
                String user = String.valueOf(exchange.getRequest().getHeaders().getFirst("X-User"));
                ServerHttpResponse response = exchange.getResponse();
                if (user.equals("refused")) {
                    response.setStatusCode(HttpStatus.FORBIDDEN);
                    return response.setComplete();
                }
                if (exchange.getRequest().getHeaders().containsHeader("X-Sets")) {
                    response.addCookie(ResponseCookie.from("S", user).build());
                    response.getHeaders().set("X-Token", user);
                }
                boolean tells = exchange.getRequest().getHeaders().containsHeader("X-Tells");
                return chain.filter(
                        tells
                                ? exchange.mutate()
                                        .request(request -> request.header("X-Seen", user))
                                        .build()
                                : exchange);
            };
        }
    }
}
