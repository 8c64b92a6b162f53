package dev.larder.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What filters behind the cache do to requests, of whatever kind they and their target are, is no part of the key: nothing is stored. */
class LateFiltersTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final Map<String, String> LOCAL = Map.of(ROUTE + "uri", "forward:/local");

    private static final Map<String, String> QUERIES = Map.of(
            "larder.rules.q.paths", "/**",
            "larder.rules.q.methods", "GET,HEAD,QUERY",
            "larder.rules.q.key.content", "16KB");

    private final String path = UniquePath.next();

    /** Requests for handlers of the application pass no filters of header fields. */
    @ParameterizedTest
    @ValueSource(classes = {LateFilter.class, UnorderedFilter.class})
    void storesNothingOfLocalHandlers(Class<?> filter) {
        with(LOCAL, List.of(LocalHandler.class, filter), (origin, gateway) -> {
            assertThat(gateway.get(path, "X-Token", "a").content()).isEqualTo("local for a");
            ReceivedResponse other = gateway.get(path, "X-Token", "b");
            assertThat(other.content()).isEqualTo("local for b");
            assertThat(other.field("Cache-Status")).contains("request-changed");
        });
    }

    /** A handler is found by the request itself. */
    @Test
    void storesNothingOfHandlersWithAnotherTarget() {
        with(LOCAL, List.of(LocalHandler.class, LateUri.class), (origin, gateway) -> {
            assertThat(gateway.get(path, "X-Token", "a").content()).isEqualTo("local for null by a");
            ReceivedResponse other = gateway.get(path, "X-Token", "b");
            assertThat(other.content()).isEqualTo("local for null by b");
            assertThat(other.field("Cache-Status")).contains("request-changed");
        });
    }

    /** Such a filter comes early enough: what it makes of the request is in the key. */
    @Test
    void keepsTargetsOfHandlersApart() {
        with(LOCAL, List.of(LocalHandler.class, EarlyUri.class), (origin, gateway) -> {
            for (String token : List.of("a", "b")) {
                assertThat(gateway.get(path, "X-Token", token).content()).isEqualTo("local for null by " + token);
                assertThat(gateway.get(path, "X-Token", token).hit()).isTrue();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(classes = {LateContent.class, LateMethod.class})
    void storesNothingOfRequestsWithOtherContentOrMethod(Class<?> filter) {
        with(QUERIES, List.of(filter), (origin, gateway) -> {
            for (String method : List.of("GET", "QUERY")) {
                String content = method.equals("GET") ? "" : "q=1";
                String type = "application/x-www-form-urlencoded";
                ReceivedResponse one = gateway.send(method, path, content, "X-Token", "a", "Content-Type", type);
                ReceivedResponse other = gateway.send(method, path, content, "X-Token", "b", "Content-Type", type);
                assertThat(other.content()).as(method).isNotEqualTo(one.content());
                assertThat(other.field("Cache-Status")).contains("request-changed");
            }
        });
    }

    @Test
    void sharesResponsesToTheContentOfTheKey() {
        with(QUERIES, List.of(), (origin, gateway) -> {
            String type = "application/x-www-form-urlencoded";
            ReceivedResponse one = gateway.send("QUERY", path, "q=1", "X-Token", "a", "Content-Type", type);
            assertThat(one.status()).isEqualTo(200);
            assertThat(gateway.send("QUERY", path, "q=1", "X-Token", "a", "Content-Type", type)
                            .hit())
                    .isTrue();
            assertThat(origin.received(path).get(0).body()).isEqualTo("q=1");
        });
    }

    @Test
    void sharesResponsesOfLocalHandlersWithoutSuchFilters() {
        with(LOCAL, List.of(LocalHandler.class), (origin, gateway) -> {
            assertThat(gateway.get(path).content()).isEqualTo("local for null");
            assertThat(gateway.get(path).hit()).isTrue();
        });
    }

    /** Gateway sets the same fields, but not to these values. */
    @ParameterizedTest
    @ValueSource(classes = {PrefixFilter.class, ForwardedFilter.class})
    void storesNothingThatIsDescribedOtherwiseThanByGateway(Class<?> filter) {
        with(Map.of(), List.of(filter), (origin, gateway) -> {
            assertThat(gateway.get(path, "X-Token", "a").content()).isEqualTo("1");
            ReceivedResponse other = gateway.get(path, "X-Token", "b");
            assertThat(other.content()).isEqualTo("2");
            assertThat(other.field("Cache-Status")).contains("request-changed");
        });
    }

    @Test
    void sharesResponsesToWhatGatewayDescribes() {
        Map<String, String> trusting = Map.of(
                "larder.forward", "gateway", "spring.cloud.gateway.server.webflux.trusted-proxies", "127\\.0\\.0\\.1");
        with(trusting, List.of(), (origin, gateway) -> {
            assertThat(gateway.get(path, "X-Forwarded-Prefix", "/shop").hit()).isFalse();
            assertThat(gateway.get(path, "X-Forwarded-Prefix", "/shop").hit()).isTrue();
            assertThat(origin.received(path).get(0).fields().first("X-Forwarded-For"))
                    .isNotNull();
        });
    }

    @Test
    void storesNothingThatFieldsAreTakenFrom() {
        with(Map.of(), List.of(LateRemoval.class), (origin, gateway) -> {
            ReceivedResponse first = gateway.get(path, "X-Token", "a", "X-Role", "admin");
            assertThat(first.field("Cache-Status")).contains("request-changed");
            assertThat(gateway.get(path, "X-Token", "b", "X-Role", "admin").content())
                    .isEqualTo("2");
        });
    }

    @Test
    void storesNothingThatIsSentToAnotherHost() {
        with(
                Map.of(ROUTE + "filters[0]", "PreserveHostHeader", ROUTE + "filters[1]", "Cache"),
                List.of(LateHost.class),
                (origin, gateway) -> {
                    assertThat(gateway.get(path, "X-Token", "a").content()).isEqualTo("1");
                    assertThat(gateway.get(path, "X-Token", "b").content()).isEqualTo("2");
                });
    }

    private void with(
            Map<String, String> settings,
            List<Class<?>> configurations,
            BiConsumer<ScriptedOrigin, GatewayFixture> check) {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on(
                    path,
                    request -> ResponseScript.ok(Integer.toString(origin.count(path)), "Cache-Control", "max-age=60"));
            GatewayFixture.Builder builder = GatewayFixture.inJvm().origin(origin);
            Map<String, String> all = new HashMap<>(Map.of(
                    ROUTE + "id", "shop",
                    ROUTE + "uri", "${larder.origin}",
                    ROUTE + "predicates[0]", "Path=/**",
                    ROUTE + "filters[0]", "Cache"));
            all.putAll(settings);
            all.forEach(builder::property);
            configurations.forEach(builder::with);
            try (GatewayFixture gateway = builder.start()) {
                check.accept(origin, gateway);
            }
        }
    }

    private static ServerWebExchange with(ServerWebExchange exchange, String name) {
        String token = String.valueOf(exchange.getRequest().getHeaders().getFirst("X-Token"));
        return exchange.mutate().request(request -> request.header(name, token)).build();
    }

    private static HttpHeaders with(HttpHeaders fields, String name, String value) {
        var forwarded = new HttpHeaders();
        forwarded.addAll(fields);
        forwarded.set(name, value);
        return forwarded;
    }

    private static ServerWebExchange byToken(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        URI uri = URI.create(request.getURI() + "?by=" + request.getHeaders().getFirst("X-Token"));
        return exchange.mutate().request(changed -> changed.uri(uri)).build();
    }

    @Configuration(proxyBeanMethods = false)
    static class LateFilter {

        @Bean
        GlobalFilter tenant() {
            return new OrderedFilter(exchange -> with(exchange, "X-Tenant"));
        }
    }

    /** Comes last. */
    @Configuration(proxyBeanMethods = false)
    static class UnorderedFilter {

        @Bean
        GlobalFilter tenant() {
            return (exchange, chain) -> chain.filter(with(exchange, "X-Tenant"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LateUri {

        @Bean
        GlobalFilter uri() {
            return new OrderedFilter(LateFiltersTest::byToken);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class EarlyUri {

        @Bean
        GlobalFilter uri() {
            return new OrderedFilter(LateFiltersTest::byToken, 10_001);
        }
    }

    /** Adds the user to what is asked. */
    @Configuration(proxyBeanMethods = false)
    static class LateContent {

        @Bean
        GlobalFilter content() {
            return new OrderedFilter(exchange -> {
                ServerHttpRequest request = exchange.getRequest();
                byte[] user = ("&user=" + request.getHeaders().getFirst("X-Token")).getBytes(UTF_8);
                var changed = new ServerHttpRequestDecorator(request) {
                    @Override
                    public Flux<DataBuffer> getBody() {
                        return super.getBody()
                                .concatWith(Mono.fromSupplier(() ->
                                        exchange.getResponse().bufferFactory().wrap(user)));
                    }
                };
                return exchange.mutate().request(changed).build();
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LateMethod {

        @Bean
        GlobalFilter method() {
            return new OrderedFilter(exchange -> exchange.mutate()
                    .request(request -> request.method(HttpMethod.valueOf("SEARCH")))
                    .build());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LateHost {

        @Bean
        GlobalFilter host() {
            return new OrderedFilter(exchange -> with(exchange, "Host"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PrefixFilter {

        @Bean
        HttpHeadersFilter prefix() {
            return (fields, exchange) -> with(fields, "X-Forwarded-Prefix", "/" + fields.getFirst("X-Token"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ForwardedFilter {

        @Bean
        HttpHeadersFilter host() {
            return (fields, exchange) ->
                    with(fields, "Forwarded", "host=" + fields.getFirst("X-Token") + ".tenant.test");
        }
    }

    /** Takes the role from one of the clients. */
    @Configuration(proxyBeanMethods = false)
    static class LateRemoval {

        @Bean
        GlobalFilter roles() {
            return new OrderedFilter(exchange ->
                    "a".equals(exchange.getRequest().getHeaders().getFirst("X-Token"))
                            ? exchange.mutate()
                                    .request(request -> request.headers(fields -> fields.remove("X-Role")))
                                    .build()
                            : exchange);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LocalHandler {

        @Bean
        RouterFunction<ServerResponse> local() {
            return RouterFunctions.route()
                    .GET(
                            "/local",
                            request -> ServerResponse.ok()
                                    .header("Cache-Control", "max-age=60")
                                    .bodyValue("local for "
                                            + request.headers().firstHeader("X-Tenant")
                                            + request.queryParam("by")
                                                    .map(by -> " by " + by)
                                                    .orElse("")))
                    .build();
        }
    }

    private record OrderedFilter(UnaryOperator<ServerWebExchange> change, int getOrder)
            implements GlobalFilter, Ordered {

        OrderedFilter(UnaryOperator<ServerWebExchange> change) {
            this(change, 20_000);
        }

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            return chain.filter(change.apply(exchange));
        }
    }
}
