package dev.larder.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** What a filter behind the cache does to a response before it is committed is part of it, and restricts it as the origin can. */
class LateResponsesTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    private final String path = UniquePath.next();

    @ParameterizedTest
    @ValueSource(strings = {"private", "cookie"})
    void doesNotStoreResponseThatLateFilterMakesPrivateOrGivesCookie(String what) {
        with("max-age=60", (origin, gateway) -> {
            ReceivedResponse first = gateway.get(path, "X-Late", what, "X-User", "a");
            assertThat(first.field("X-For")).isEqualTo("a");
            assertThat(first.content()).isEqualTo("1");
            if (what.equals("cookie")) {
                assertThat(first.field("Set-Cookie")).isEqualTo("S=a");
            } else {
                assertThat(first.field("Cache-Control")).contains("private");
            }
            ReceivedResponse second = gateway.get(path, "X-Late", what, "X-User", "b");
            assertThat(second.content()).isEqualTo("2");
            assertThat(second.field("X-For")).isEqualTo("b");
        });
    }

    /** The origin has not seen the cookie of which it would speak. */
    @ParameterizedTest
    @ValueSource(strings = {"public, max-age=60", "s-maxage=60"})
    void doesNotStoreCookieOfLateFilterDespitePublicFromOrigin(String cacheControl) {
        with(cacheControl, (origin, gateway) -> {
            assertThat(gateway.get(path, "X-Late", "cookie", "X-User", "a").field("Set-Cookie"))
                    .isEqualTo("S=a");
            ReceivedResponse second = gateway.get(path, "X-Late", "cookie", "X-User", "b");
            assertThat(second.field("Set-Cookie")).isEqualTo("S=b");
            assertThat(second.cacheStatus()).contains("detail=set-cookie");
            assertThat(gateway.get(path).field("Set-Cookie")).isEmpty();
            assertThat(gateway.get(path).hit()).isTrue();
        });
    }

    /** RFC 9111 3.2: a 304 that is private updates nothing that others get. */
    @ParameterizedTest
    @ValueSource(strings = {"private", "cookie"})
    void doesNotUpdateBy304ThatLateFilterRestricts(String what) {
        with("no-cache", (origin, gateway) -> {
            assertThat(gateway.get(path).content()).isEqualTo("1");
            ReceivedResponse confirmed = gateway.get(path, "X-Late", what, "X-User", "a");
            assertThat(confirmed.field("X-For")).isEqualTo("a");
            ReceivedResponse other = gateway.get(path);
            assertThat(other.field("X-For")).isEmpty();
            assertThat(other.field("Set-Cookie")).isEmpty();
            assertThat(other.field("Cache-Control")).doesNotContain("private");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Auth-Token", "Authorization", "Authentication-Info", "Pragma-Of", "Range"})
    void doesNotStoreFieldThatLateFilterSetsForOneClient(String field) {
        with("max-age=60", (origin, gateway) -> {
            String[] late = {"X-Late", "token", "X-Token-Field", field, "X-User", "a"};
            assertThat(gateway.get(path, late).field(field)).isEqualTo("a");
            late[5] = "b";
            ReceivedResponse second = gateway.get(path, late);
            assertThat(second.field(field)).isEqualTo("b");
            assertThat(second.cacheStatus()).contains("detail=response-changed");
        });
    }

    @Test
    void storesFieldsThatLateFilterSetsForAllClients() {
        with("max-age=60", (origin, gateway) -> {
            assertThat(gateway.get(path, "X-Late", "all", "X-User", "a").field("X-Frame-Options"))
                    .isEqualTo("DENY");
            ReceivedResponse second = gateway.get(path, "X-Late", "all", "X-User", "b");
            assertThat(second.hit()).isTrue();
            assertThat(second.field("X-Frame-Options")).isEqualTo("DENY");
            assertThat(second.field("Access-Control-Allow-Origin")).isEqualTo("*");
        });
    }

    /** RFC 9110 9.3.3: the response to a POST may be stored for GET. */
    @ParameterizedTest
    @ValueSource(strings = {"private", "cookie", "token"})
    void doesNotStorePostResponseThatLateFilterRestricts(String what) {
        with("max-age=60", (origin, gateway) -> {
            ReceivedResponse first = gateway.send("POST", path, "x", "X-Late", what, "X-User", "a");
            assertThat(first.content()).isEqualTo("1");
            assertThat(first.cacheStatus()).doesNotContain("stored");
            String said =
                    first.field(what.equals("cookie") ? "Set-Cookie" : what.equals("token") ? "X-Auth-Token" : "X-For");
            assertThat(said).endsWith("a");
            ReceivedResponse second = gateway.get(path, "X-Late", what, "X-User", "b");
            assertThat(second.hit()).isFalse();
            assertThat(second.content()).isEqualTo("2");
        });
    }

    @Test
    void storesPostResponseWithFieldsThatLateFilterSetsForAll() {
        with("max-age=60", (origin, gateway) -> {
            ReceivedResponse first = gateway.send("POST", path, "x", "X-Late", "all", "X-User", "a");
            assertThat(first.cacheStatus()).contains("stored");
            assertThat(first.fields().all("X-Frame-Options")).containsExactly("DENY");
            assertThat(first.fields().all("Cache-Control")).containsExactly("max-age=60");
            ReceivedResponse second = gateway.get(path);
            assertThat(second.hit()).isTrue();
            assertThat(second.field("X-Frame-Options")).isEqualTo("DENY");
        });
    }

    /** A handler of the application, or a filter that answers, is the origin: what other filters set is not in its answer. */
    @ParameterizedTest
    @CsvSource({
        "handler, before",
        "handler, commit",
        "handler, decorated",
        "handler, removed",
        "handler, cookie",
        "filter, before",
        "filter, commit",
        "filter, decorated",
        "filter, cookie"
    })
    void doesNotStoreLocalAnswerThatLateFilterChangesForOneClient(String who, String what) {
        answeredHere(who, gateway -> {
            for (String user : List.of("a", "b")) {
                ReceivedResponse response = gateway.get(path, "X-Late", what, "X-User", user);
                assertThat(response.content()).startsWith("local");
                assertThat(response.cacheStatus())
                        .contains(what.equals("cookie") ? "detail=set-cookie" : "detail=response-changed");
                assertThat(response.field("X-Auth-Token"))
                        .isEqualTo(what.equals("removed") || what.equals("cookie") ? "" : user);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"handler, nothing", "filter, nothing", "handler, all", "filter, all"})
    void storesLocalAnswersOfHandlersAndFilters(String who, String what) {
        answeredHere(who, gateway -> {
            assertThat(gateway.get(path, "X-Late", what).field("X-Own")).isEqualTo("own");
            ReceivedResponse second = gateway.get(path, "X-Late", what);
            assertThat(second.hit()).isTrue();
            assertThat(second.field("X-Own")).isEqualTo("own");
        });
    }

    private static void answeredHere(String who, Consumer<GatewayFixture> check) {
        try (GatewayFixture gateway = GatewayFixture.inJvm()
                .with(LateFilter.class)
                .with(AnswersHere.class)
                .property(ROUTE + "id", "here")
                .property(ROUTE + "uri", who.equals("handler") ? "forward:/" : "http://localhost:1")
                .property(ROUTE + "predicates[0]", "Path=/**")
                .property(ROUTE + "filters[0]", who.equals("handler") ? "SetPath=/local" : "AddRequestHeader=X-Here, 1")
                .property(ROUTE + "filters[1]", "Cache")
                .start()) {
            check.accept(gateway);
        }
    }

    private void with(String cacheControl, BiConsumer<ScriptedOrigin, GatewayFixture> check) {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on(path, request -> answer(request, origin.count(path), cacheControl));
            try (GatewayFixture gateway = GatewayFixture.inJvm()
                    .origin(origin)
                    .with(LateFilter.class)
                    .property(ROUTE + "id", "shop")
                    .property(ROUTE + "uri", "${larder.origin}")
                    .property(ROUTE + "predicates[0]", "Path=/**")
                    .property(ROUTE + "filters[0]", "Cache")
                    .start()) {
                check.accept(origin, gateway);
            }
        }
    }

    private ResponseScript answer(ReceivedRequest request, int count, String cacheControl) {
        return request.fields().first("If-None-Match").isEmpty()
                ? ResponseScript.ok(
                        Integer.toString(count),
                        "Cache-Control",
                        cacheControl,
                        "ETag",
                        "\"x\"",
                        "Content-Location",
                        path)
                : ResponseScript.status(304, "Cache-Control", cacheControl, "ETag", "\"x\"");
    }

    @Configuration(proxyBeanMethods = false)
    static class LateFilter {

        @Bean
        GlobalFilter response() {
            return new ResponseFilter();
        }
    }

    /** Does what a field of the request names. */
    private static final class ResponseFilter implements GlobalFilter, Ordered {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            ServerHttpResponse response = exchange.getResponse();
            String what = exchange.getRequest().getHeaders().getFirst("X-Late");
            String user = String.valueOf(exchange.getRequest().getHeaders().getFirst("X-User"));
            if ("cookie".equals(what)) {
                response.addCookie(ResponseCookie.from("S", user).build());
                response.beforeCommit(
                        () -> Mono.fromRunnable(() -> response.getHeaders().set("X-For", user)));
            } else if ("token".equals(what)) {
                String named = exchange.getRequest().getHeaders().getFirst("X-Token-Field");
                String field = named == null ? "X-Auth-Token" : named;
                return chain.filter(exchange)
                        .then(Mono.fromRunnable(() -> response.getHeaders().set(field, user)));
            } else if ("before".equals(what)) {
                response.getHeaders().set("X-Auth-Token", user);
            } else if ("commit".equals(what)) {
                response.beforeCommit(
                        () -> Mono.fromRunnable(() -> response.getHeaders().set("X-Auth-Token", user)));
            } else if ("decorated".equals(what) || "removed".equals(what)) {
                return chain.filter(exchange.mutate()
                        .response(new Decorator(response, what, user))
                        .build());
            } else if ("nothing".equals(what)) {
                return chain.filter(exchange);
            } else if ("all".equals(what)) {
                response.getHeaders().set("X-Frame-Options", "DENY");
                response.getHeaders().set("Access-Control-Allow-Origin", "*");
                response.getHeaders().set("X-Request-Id", user);
            } else if (what != null) {
                response.beforeCommit(() -> Mono.fromRunnable(() -> {
                    response.getHeaders().set("Cache-Control", "private, max-age=60");
                    response.getHeaders().set("X-For", user);
                }));
            }
            return chain.filter(exchange);
        }

        @Override
        public int getOrder() {
            return 20_000;
        }
    }

    /** Changes what is written through it. */
    private static final class Decorator extends ServerHttpResponseDecorator {

        private final String what;
        private final String user;

        Decorator(ServerHttpResponse response, String what, String user) {
            super(response);
            this.what = what;
            this.user = user;
        }

        @Override
        public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
            if (what.equals("removed")) {
                getHeaders().remove("X-Own");
            } else {
                getHeaders().set("X-Auth-Token", user);
            }
            return super.writeWith(body);
        }
    }

    /** A handler, and a filter behind all others that answers requests of a route. */
    @Configuration(proxyBeanMethods = false)
    static class AnswersHere {

        @Bean
        RouterFunction<ServerResponse> local() {
            return RouterFunctions.route()
                    .GET(
                            "/local",
                            request -> ServerResponse.ok()
                                    .header("Cache-Control", "public, max-age=60")
                                    .header("X-Own", "own")
                                    .bodyValue("local"))
                    .build();
        }

        @Bean
        GlobalFilter answering() {
            return LateBeans.at(30_000, (exchange, chain) -> {
                if (!exchange.getRequest().getHeaders().containsHeader("X-Here")) {
                    return chain.filter(exchange);
                }
                ServerHttpResponse response = exchange.getResponse();
                response.getHeaders().set("Cache-Control", "public, max-age=60");
                response.getHeaders().set("X-Own", "own");
                return response.writeWith(
                        Mono.fromSupplier(() -> response.bufferFactory().wrap("local".getBytes(UTF_8))));
            });
        }
    }
}
