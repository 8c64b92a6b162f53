package dev.larder.acceptance.entitytags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/** On a route without a cache too, the tag that one client has is none of a client that filters tell from it. */
class EntityTagsFilteredFieldsTest {

    private final String path = UniquePath.next();

    @ParameterizedTest
    @ValueSource(strings = {"X-Tenant", "X-Host"})
    void doesNotConfirmTagAcrossValuesOfMappedField(String field) {
        with(List.of("MapRequestHeader=X-Token, " + field, "EntityTags"), UnaryOperator.identity(), this::check);
    }

    @Test
    void doesNotConfirmTagAcrossValuesOfFieldSetByWebFilter() {
        with(List.of("EntityTags"), builder -> builder.with(TokenWebFilter.class), this::check);
    }

    @Test
    void doesNotConfirmTagAcrossValuesOfFieldSetByLaterFilter() {
        with(List.of("EntityTags"), builder -> builder.with(LateFilter.class), this::check);
    }

    @Test
    void confirmsTagWhenFiltersTreatAllClientsAlike() {
        with(
                List.of("AddRequestHeader=X-Gateway, 1", "RemoveRequestHeader=X-Noise", "EntityTags"),
                UnaryOperator.identity(),
                at -> {
                    String tag = at.get(path, "X-Noise", "1").field("ETag");
                    assertThat(at.get(path, "X-Noise", "2", "If-None-Match", tag)
                                    .status())
                            .isEqualTo(304);
                    assertThat(at.get(path, "If-None-Match", tag).status()).isEqualTo(304);
                });
    }

    private void check(GatewayFixture at) {
        String tag = at.get(path, "X-Token", "a").field("ETag");
        assertThat(at.get(path, "X-Token", "a", "If-None-Match", tag).status()).isEqualTo(304);
        assertThat(at.get(path, "X-Token", "b", "If-None-Match", tag).content()).contains("b");
        assertThat(at.get(path, "X-Token", "a", "If-None-Match", tag).status()).isEqualTo(304);
    }

    private void with(
            List<String> filters, UnaryOperator<GatewayFixture.Builder> more, Consumer<GatewayFixture> check) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = more.apply(
                                GatewayFixture.inJvm().origin(origin).route(filters.toArray(String[]::new)))
                        .start()) {
            origin.on(
                    path,
                    request -> ResponseScript.ok(
                            "of " + request.fields().get("X-Tenant")
                                    + request.fields().get("X-Host"),
                            "Cache-Control",
                            "max-age=60"));
            check.accept(gateway);
        }
    }

    private static ServerWebExchange withTenant(ServerWebExchange exchange) {
        String token = String.valueOf(exchange.getRequest().getHeaders().getFirst("X-Token"));
        return exchange.mutate()
                .request(request -> request.header("X-Tenant", token))
                .build();
    }

    /** Knows tenants by their tokens. */
    @Configuration(proxyBeanMethods = false)
    static class TokenWebFilter {

        @Bean
        WebFilter tenant() {
            return (exchange, chain) -> chain.filter(withTenant(exchange));
        }
    }

    /** The same behind all of Larder's filters. */
    @Configuration(proxyBeanMethods = false)
    static class LateFilter {

        @Bean
        GlobalFilter lateTenant() {
            return new Late();
        }
    }

    private static final class Late implements GlobalFilter, Ordered {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            return chain.filter(withTenant(exchange));
        }

        @Override
        public int getOrder() {
            return 20_000;
        }
    }
}
