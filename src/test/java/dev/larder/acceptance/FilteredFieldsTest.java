package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/** A response belongs to the request as it was forwarded: what filters have set in it tells clients apart. */
class FilteredFieldsTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    private final String path = UniquePath.next();

    @Test
    void separatesResponsesByMappedRequestHeader() {
        with(
                route("Path=/**", "MapRequestHeader=X-Token, X-Tenant", "Cache"),
                null,
                FilteredFieldsTest::checkTwoTokens);
    }

    @ParameterizedTest
    @ValueSource(strings = {"connection", "web", "gateway"})
    void separatesResponsesByFieldsThatWebFilterSets(String level) {
        with(
                builder -> route("Path=/**", "Cache")
                        .apply(builder)
                        .property("larder.hit-path", level.equals("connection") ? "auto" : level),
                TokenWebFilter.class,
                FilteredFieldsTest::checkTokens);
    }

    @Test
    void separatesResponsesByFieldsThatGlobalFilterSets() {
        with(route("Path=/**", "Cache"), TokenGlobalFilter.class, FilteredFieldsTest::checkTokens);
    }

    @Test
    void separatesResponsesByCookiesThatFilterChanges() {
        with(route("Path=/**", "Cache"), CookieFilter.class, at -> {
            assertThat(at.get("Cookie", "t=a; s=1").content()).isEqualTo("1");
            assertThat(at.get("Cookie", "t=a; s=2").content()).isEqualTo("1");
            assertThat(at.get("Cookie", "t=b; s=3").content()).isEqualTo("2");
        });
    }

    @Test
    void separatesResponsesByFieldsThatUnorderedFilterSets() {
        with(route("Path=/**", "Cache"), UnorderedFilter.class, at -> {
            assertThat(at.get("X-Token", "a").content()).isEqualTo("1");
            assertThat(at.get("X-Token", "b").content()).isEqualTo("2");
            assertThat(at.get("X-Token", "a").content()).isEqualTo("1");
        });
    }

    @ParameterizedTest
    @ValueSource(classes = {LateFilter.class, FieldsFilter.class})
    void doesNotStoreResponsesToRequestsChangedBehindCache(Class<?> filter) {
        with(route("Path=/**", "Cache"), filter, at -> {
            assertThat(at.get("X-Token", "a").content()).isEqualTo("1");
            ReceivedResponse other = at.get("X-Token", "b");
            assertThat(other.content()).isEqualTo("2");
            assertThat(other.field("Cache-Status")).contains("request-changed");
            assertThat(at.get("X-Token", "a").content()).isEqualTo("3");
        });
    }

    @ParameterizedTest
    @ValueSource(classes = {LateCredentials.class, LateUser.class})
    void doesNotStoreResponsesToUsersIdentifiedBehindCache(Class<?> filter) {
        with(route("Path=/**", "Cache"), filter, at -> {
            assertThat(at.get("X-Token", "a").content()).isEqualTo("1");
            assertThat(at.get("X-Token", "b").content()).isEqualTo("2");
        });
    }

    @Test
    void doesNotStoreResponsesOfTargetsChosenBehindCache() {
        with(route("Path=/**", "Cache"), LateTargetFilter.class, at -> {
            assertThat(at.get("X-Token", "a").content()).isEqualTo("1");
            assertThat(at.get("X-Token", "b").content()).isEqualTo("2");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"AddRequestHeader=X-Gateway, 1", "SetRequestHeader=X-Gateway, 1", "RemoveRequestHeader=Cookie"})
    void sharesResponsesWhenFilterChangesAllRequestsAlike(String filter) {
        with(route("Path=/**", filter, "Cache"), null, at -> {
            assertThat(at.get("Cookie", "a=1").hit()).isFalse();
            assertThat(at.get("Cookie", "b=1").hit()).isTrue();
            assertThat(at.get().hit()).isTrue();
        });
    }

    /** What is set or added depends on what the client has sent, so that it is not the same for all. */
    @ParameterizedTest
    @ValueSource(strings = {"AddRequestHeadersIfNotPresent=X-Tenant:pub", "AddRequestHeader=X-Tenant, pub"})
    void separatesResponsesByFieldsThatClientOrFilterMaySet(String filter) {
        with(route("Path=/**", filter, "Cache"), null, at -> {
            assertThat(at.get("X-Tenant", "a").content()).isEqualTo("1");
            assertThat(at.get().content()).isEqualTo("2");
            assertThat(at.get("X-Tenant", "b").content()).isEqualTo("3");
            assertThat(at.get("X-Tenant", "a").content()).isEqualTo("1");
            assertThat(at.get().content()).isEqualTo("2");
        });
    }

    @Test
    void sharesResponsesWhenAddedFieldIsRemovedFromClients() {
        with(route("Path=/**", "RemoveRequestHeader=X-Tenant", "AddRequestHeader=X-Tenant, pub", "Cache"), null, at -> {
            assertThat(at.get("X-Tenant", "a").hit()).isFalse();
            assertThat(at.get().hit()).isTrue();
        });
    }

    @Test
    void sharesResponsesDespiteRequestIdsAndIgnoredFields() {
        with(
                builder -> route("Path=/**", "Cache=shop")
                        .apply(builder)
                        .property("larder.rules.shop.key.ignored-headers", "X-Visit"),
                IdentifierFilter.class,
                at -> {
                    assertThat(at.get().hit()).isFalse();
                    assertThat(at.get().hit()).isTrue();
                });
    }

    /** A client that states its tenant itself is told apart from others as soon as a filter has set the field once. */
    private static void checkTokens(Client at) {
        checkTwoTokens(at);
        assertThat(at.get().content()).isEqualTo("3");
        assertThat(at.get("X-Token", "b", "X-Tenant", "b").content()).isEqualTo("2");
        assertThat(at.get("X-Token", "c", "X-Tenant", "c").content()).isEqualTo("4");
        assertThat(at.get("X-Token", "b").hit()).isTrue();
        assertThat(at.get().content()).isEqualTo("3");
    }

    private static void checkTwoTokens(Client at) {
        assertThat(at.get("X-Token", "a").content()).isEqualTo("1");
        assertThat(at.get("X-Token", "b").content()).isEqualTo("2");
        assertThat(at.get("X-Token", "a").content()).isEqualTo("1");
    }

    private interface Client {
        ReceivedResponse get(String... fields);
    }

    private static UnaryOperator<GatewayFixture.Builder> route(String predicate, String... filters) {
        return builder -> {
            builder.property(ROUTE + "id", "shop")
                    .property(ROUTE + "uri", "${larder.origin}")
                    .property(ROUTE + "predicates[0]", predicate);
            for (int i = 0; i < filters.length; i++) {
                builder.property(ROUTE + "filters[" + i + "]", filters[i]);
            }
            return builder;
        };
    }

    private void with(
            UnaryOperator<GatewayFixture.Builder> configuration, @Nullable Class<?> filter, Consumer<Client> check) {
        try (ScriptedOrigin origin = ScriptedOrigin.start()) {
            origin.on(
                    path,
                    request -> ResponseScript.ok(Integer.toString(origin.count(path)), "Cache-Control", "max-age=60"));
            GatewayFixture.Builder builder =
                    configuration.apply(GatewayFixture.inJvm().origin(origin));
            try (GatewayFixture gateway = (filter == null ? builder : builder.with(filter)).start()) {
                check.accept(fields -> gateway.get(path, fields));
            }
        }
    }

    private static ServerWebExchange identified(ServerWebExchange exchange) {
        String token = exchange.getRequest().getHeaders().getFirst("X-Token");
        return token == null
                ? exchange
                : exchange.mutate()
                        .request(request -> request.header("X-Tenant", token))
                        .build();
    }

    @Configuration(proxyBeanMethods = false)
    static class TokenWebFilter {

        @Bean
        WebFilter tenant() {
            return (exchange, chain) -> chain.filter(identified(exchange));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TokenGlobalFilter {

        @Bean
        GlobalFilter tenant() {
            return at(-1, FilteredFieldsTest::identified);
        }
    }

    /** Removes the session. */
    @Configuration(proxyBeanMethods = false)
    static class CookieFilter {

        @Bean
        GlobalFilter session() {
            return at(
                    -1,
                    exchange -> exchange.mutate()
                            .request(request -> request.headers(headers -> headers.set(
                                    "Cookie",
                                    headers.getOrEmpty("Cookie").get(0).replaceAll("; s=.*", ""))))
                            .build());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LateFilter {

        @Bean
        GlobalFilter tenant() {
            return at(10_100, FilteredFieldsTest::identified);
        }
    }

    /** Makes credentials of a token. */
    @Configuration(proxyBeanMethods = false)
    static class LateCredentials {

        @Bean
        GlobalFilter credentials() {
            return at(10_100, exchange -> named(exchange, "Authorization"));
        }
    }

    /** Names the client in a field that a proxy could set; Gateway itself does not forward X-Forwarded fields of its own accord. */
    @Configuration(proxyBeanMethods = false)
    static class LateUser {

        @Bean
        GlobalFilter user() {
            return at(10_100, exchange -> named(exchange, "X-Real-Ip"));
        }
    }

    private static ServerWebExchange named(ServerWebExchange exchange, String field) {
        String token = exchange.getRequest().getHeaders().getFirst("X-Token");
        return exchange.mutate()
                .request(request -> request.header(field, "Bearer " + token))
                .build();
    }

    /** Gateway does not see an order at the method of a bean. */
    @Configuration(proxyBeanMethods = false)
    static class UnorderedFilter {

        @Bean
        @Order(-1)
        GlobalFilter tenant() {
            return (exchange, chain) -> chain.filter(identified(exchange));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FieldsFilter {

        @Bean
        HttpHeadersFilter tenant() {
            return (fields, exchange) -> {
                var forwarded = new HttpHeaders();
                forwarded.addAll(fields);
                forwarded.set("X-Tenant", fields.getFirst("X-Token"));
                return forwarded;
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LateTargetFilter {

        @Bean
        GlobalFilter tenant() {
            return at(10_100, exchange -> {
                URI url = exchange.getRequiredAttribute(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR);
                String token = exchange.getRequest().getHeaders().getFirst("X-Token");
                exchange.getAttributes()
                        .put(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR, URI.create(url + "?" + token));
                return exchange;
            });
        }
    }

    private static GlobalFilter at(int order, UnaryOperator<ServerWebExchange> change) {
        return new OrderedFilter(order, change);
    }

    private record OrderedFilter(int order, UnaryOperator<ServerWebExchange> change) implements GlobalFilter, Ordered {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            return chain.filter(change.apply(exchange));
        }

        @Override
        public int getOrder() {
            return order;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class IdentifierFilter {

        private final AtomicInteger requests = new AtomicInteger();

        @Bean
        GlobalFilter identifiers() {
            return at(
                    -1,
                    exchange -> exchange.mutate()
                            .request(request -> request.header("X-Request-Id", "r" + requests.incrementAndGet())
                                    .header("X-Visit", "v" + requests.get()))
                            .build());
        }
    }
}
