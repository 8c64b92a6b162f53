package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpMethod;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** What a filter behind the cache makes of a request may be a write to something else: that is what it invalidates. */
class LateWritesTest {

    private static final String ROUTES = "spring.cloud.gateway.server.webflux.routes";

    @TempDir
    private Path folder;

    private final String path = UniquePath.next();

    /** By whichever filter a route knows of writes. */
    @ParameterizedTest
    @CsvSource({
        "Cache, PUT",
        "WriteInvalidation, PUT",
        "EntityTags, PUT",
        "BufferedWrites=w, PUT",
        "Cache, GET",
        "WriteInvalidation, GET",
        "EntityTags, GET",
        "BufferedWrites=w, GET"
    })
    void invalidatesTargetThatLateFilterChoosesForWrite(String filter, String method) {
        invalidates(filter, method, LateTarget.class);
    }

    /** As of an auto-configuration between those of Larder and Gateway. */
    @ParameterizedTest
    @CsvSource({"Cache, PUT", "WriteInvalidation, PUT", "EntityTags, PUT", "WriteInvalidation, GET"})
    void invalidatesTargetChosenByFilterRegisteredBehindLarder(String filter, String method) {
        invalidates(filter, method, TargetBehindLarder.class);
    }

    private void invalidates(String filter, String method, Class<?> late) {
        try (ScriptedOrigin origin = ScriptedOrigin.start();
                GatewayFixture gateway = gateway(origin, filter, late)) {
            origin.on(
                    path,
                    request -> ResponseScript.ok(Integer.toString(origin.count(path)), "Cache-Control", "max-age=60"));
            assertThat(gateway.get(path).content()).isEqualTo("1");
            assertThat(gateway.get(path).hit()).isTrue();
            assertThat(gateway.ask(method, "/writing" + path, "X-Target", origin.uri() + path)
                            .content())
                    .isEqualTo("2");
            assertThat(origin.received(path).get(1).method()).isEqualTo("PUT");
            assertThat(gateway.get(path).content()).isEqualTo("3");
        }
    }

    private GatewayFixture gateway(ScriptedOrigin origin, String filter, Class<?> late) {
        return GatewayFixture.inJvm()
                .origin(origin)
                .with(late)
                .property("larder.writes.path", folder)
                .property("larder.rules.w.paths", "/writing/**")
                .property("larder.rules.w.buffer.bulk", "/bulk")
                .property("larder.rules.w.buffer.methods", "POST")
                .property(ROUTES + "[0].id", "writing")
                .property(ROUTES + "[0].uri", "${larder.origin}")
                .property(ROUTES + "[0].predicates[0]", "Path=/writing/**")
                .property(ROUTES + "[0].filters[0]", filter)
                .property(ROUTES + "[1].id", "reading")
                .property(ROUTES + "[1].uri", "${larder.origin}")
                .property(ROUTES + "[1].predicates[0]", "Path=/**")
                .property(ROUTES + "[1].filters[0]", "Cache")
                .start();
    }

    @Configuration(proxyBeanMethods = false)
    static class LateTarget {

        @Bean
        GlobalFilter target() {
            return new TargetFilter();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TargetBehindLarder {

        @Bean
        static BeanDefinitionRegistryPostProcessor registration() {
            return LateBeans.beforeGateways(GlobalFilter.class, LateBeans.last(new TargetFilter()));
        }
    }

    /** Makes a write of a request, to what a field of it names. */
    private static final class TargetFilter implements GlobalFilter, Ordered {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            List<String> target = exchange.getRequest().getHeaders().getOrEmpty("X-Target");
            if (target.isEmpty()) {
                return chain.filter(exchange);
            }
            exchange.getAttributes().put(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR, URI.create(target.get(0)));
            return chain.filter(exchange.mutate()
                    .request(request -> request.method(HttpMethod.PUT))
                    .build());
        }

        @Override
        public int getOrder() {
            return 20_000;
        }
    }
}
