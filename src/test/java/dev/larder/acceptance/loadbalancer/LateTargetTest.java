package dev.larder.acceptance.loadbalancer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.ScriptedOrigin;
import dev.larder.acceptance.kit.UniquePath;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The load balancer chooses one of several instances that answer alike; what a filter chooses instead may not be one of them. */
@Tag("load-balancer")
class LateTargetTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";

    private final ScriptedOrigin service = ScriptedOrigin.start();
    private final ScriptedOrigin other = ScriptedOrigin.start();
    private final String path = UniquePath.next();

    @AfterEach
    void close() {
        service.close();
        other.close();
    }

    @ParameterizedTest
    @CsvSource({"lb://service, 10160", "lb:http://service, 10160", "lb://service, 2147483646"})
    void doesNotStoreResponseOfTargetChosenByFilter(String uri, int order) {
        try (GatewayFixture gateway = gateway(uri, order)) {
            assertThat(gateway.get(path, "X-Target", other.uri() + path).content())
                    .isEqualTo("other");
            ReceivedResponse next = gateway.get(path);
            assertThat(next.content()).isEqualTo("service");
            ReceivedResponse again = gateway.get(path + "-2", "X-Target", other.uri() + path);
            assertThat(again.field("Cache-Status")).contains("request-changed");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lb://service", "lb:http://service"})
    void storesResponseOfInstanceChosenByLoadBalancer(String uri) {
        try (GatewayFixture gateway = gateway(uri, 10_160)) {
            assertThat(gateway.get(path).content()).isEqualTo("service");
            assertThat(gateway.get(path).hit()).isTrue();
        }
    }

    private GatewayFixture gateway(String uri, int order) {
        service.otherwise(request -> ResponseScript.ok("service", "Cache-Control", "max-age=60"));
        other.otherwise(request -> ResponseScript.ok("other", "Cache-Control", "max-age=60"));
        return GatewayFixture.inJvm()
                .with(LateTarget.class)
                .property("test.order", order)
                .property("spring.cloud.discovery.client.simple.instances.service[0].uri", service.uri())
                .property(ROUTE + "id", "service")
                .property(ROUTE + "uri", uri)
                .property(ROUTE + "predicates[0]", "Path=/**")
                .property(ROUTE + "filters[0]", "Cache")
                .start();
    }

    @Configuration(proxyBeanMethods = false)
    static class LateTarget {

        @Bean
        GlobalFilter target(Environment environment) {
            return new TargetFilter(environment.getRequiredProperty("test.order", Integer.class));
        }
    }

    private record TargetFilter(int getOrder) implements GlobalFilter, Ordered {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            List<String> target = exchange.getRequest().getHeaders().getOrEmpty("X-Target");
            if (!target.isEmpty()) {
                exchange.getAttributes()
                        .put(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR, URI.create(target.get(0)));
            }
            return chain.filter(exchange);
        }
    }
}
