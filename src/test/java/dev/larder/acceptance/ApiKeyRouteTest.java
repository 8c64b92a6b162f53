package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.Gateway;
import dev.larder.acceptance.kit.Response;
import dev.larder.acceptance.kit.Script;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.cloud.gateway.event.RefreshRoutesEvent;
import org.springframework.cloud.gateway.event.RefreshRoutesResultEvent;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.factory.GatewayFilterFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;

/** A hit never answers whom the route would have refused, and a route refresh forgets nothing. */
class ApiKeyRouteTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    private final ScriptedOrigin origin = ScriptedOrigin.start();
    private final String path = UniquePath.next();

    @AfterEach
    void stop() {
        origin.close();
    }

    @ParameterizedTest
    @CsvSource({"Cache,ApiKey", "ApiKey,Cache"})
    void aHitAnswersNobodyWithoutTheKey(String first, String second) {
        origin.on(path, Script.ok("secret", "Cache-Control", "public, max-age=60"));
        try (Gateway gateway = start(first, second)) {
            assertThat(gateway.get(path).status()).isEqualTo(401);
            assertThat(gateway.get(path, "X-Api-Key", "k").status()).isEqualTo(200);
            Response hit = gateway.get(path, "X-Api-Key", "k");
            assertThat(hit.status()).isEqualTo(200);
            assertThat(hit.hit()).isTrue();
            Response refused = gateway.get(path);
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.content()).doesNotContain("secret");
            assertThat(origin.count(path)).isEqualTo(1);
        }
    }

    @Test
    void theSameWhenTheResponseIsNotCached() {
        origin.on(path, Script.ok("secret", "Cache-Control", "no-store"));
        try (Gateway gateway = start("Cache", "ApiKey")) {
            assertThat(gateway.get(path).status()).isEqualTo(401);
            assertThat(gateway.get(path, "X-Api-Key", "k").status()).isEqualTo(200);
            assertThat(gateway.get(path).status()).isEqualTo(401);
            assertThat(origin.count(path)).isEqualTo(1);
        }
    }

    @Test
    void theRefusalItselfIsNotStored() {
        origin.on(path, Script.ok("secret", "Cache-Control", "public, max-age=60"));
        try (Gateway gateway = start("Cache", "ApiKey")) {
            gateway.get(path);
            assertThat(gateway.get(path, "X-Api-Key", "k").content()).isEqualTo("secret");
        }
    }

    @Test
    void theCacheIsStillWarmAfterAHundredRouteRefreshes() throws InterruptedException {
        origin.on(path, Script.ok("secret", "Cache-Control", "public, max-age=600"));
        try (Gateway gateway = start("ApiKey", "Cache")) {
            gateway.get(path, "X-Api-Key", "k");
            for (int i = 0; i < 100; i++) {
                refresh(gateway);
            }
            assertThat(gateway.get(path, "X-Api-Key", "k").hit()).isTrue();
            assertThat(origin.count(path)).isEqualTo(1);
        }
    }

    private Gateway start(String firstFilter, String secondFilter) {
        return Gateway.inJvm()
                .with(ApiKeyFilter.class)
                .property(ROUTE + "id", "keyed")
                .property(ROUTE + "uri", origin.uri())
                .property(ROUTE + "predicates[0]", "Path=/**")
                .property(ROUTE + "filters[0]", firstFilter)
                .property(ROUTE + "filters[1]", secondFilter)
                .start();
    }

    private static void refresh(Gateway gateway) throws InterruptedException {
        CountDownLatch refreshed = new CountDownLatch(1);
        ApplicationListener<RefreshRoutesResultEvent> listener = event -> refreshed.countDown();
        gateway.context().addApplicationListener(listener);
        gateway.context().publishEvent(new RefreshRoutesEvent("acceptance"));
        assertThat(refreshed.await(10, TimeUnit.SECONDS)).isTrue();
        gateway.context().removeApplicationListener(listener);
    }

    /** A route filter that asks for an API key, as an application would bring it. */
    @Configuration(proxyBeanMethods = false)
    static class ApiKeyFilter {

        @Bean
        GatewayFilterFactory<Object> apiKeyGatewayFilterFactory() {
            return new ApiKeyGatewayFilterFactory();
        }
    }

    private static final class ApiKeyGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

        private ApiKeyGatewayFilterFactory() {
            super(Object.class);
        }

        @Override
        public GatewayFilter apply(Object config) {
            return (exchange, chain) -> {
                if ("k".equals(exchange.getRequest().getHeaders().getFirst("X-Api-Key"))) {
                    return chain.filter(exchange);
                }
                exchange.getResponse().setStatusCode(HttpStatus.UNAUTHORIZED);
                return exchange.getResponse().setComplete();
            };
        }
    }
}
