package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OriginLatch;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.factory.GatewayFilterFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

/** Requests that wait for one which the origin does not answer in time end with it, and not one after the other. */
class SlowOriginTest {

    private static final String GATEWAY = "spring.cloud.gateway.server.webflux.";
    private static final String ROUTE = GATEWAY + "routes[0].";
    private static final String HELD = "X-Held";

    /** Until then no request with that field gets beyond the cache, so that the time the origin has does not begin. */
    private static volatile CompletableFuture<Void> go = new CompletableFuture<>();

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.with(HoldingFilter.class)
            .property(GATEWAY + "httpclient.response-timeout", "1s")
            .property(ROUTE + "id", "held")
            .property(ROUTE + "uri", "${larder.origin}")
            .property(ROUTE + "predicates[0]", "Path=/**")
            .property(ROUTE + "filters[0]", "Cache")
            .property(ROUTE + "filters[1]", "Holding"));

    private final String path = UniquePath.next();

    @BeforeAll
    static void hold() {
        go = new CompletableFuture<>();
    }

    @Test
    @Tag("hardening-F4")
    void waitingRequestsEndWithTimedOutFetchAndShareOneRetry() {
        STAGE.gateway().expect(504);
        OriginLatch gate = new OriginLatch();
        STAGE.origin()
                .on(
                        path,
                        ResponseScript.ok("late", "Cache-Control", "max-age=60").before(gate));
        List<RawClient> clients = IntStream.range(0, 20)
                .mapToObj(i -> STAGE.gateway().connect().request("GET", path, HELD, "yes"))
                .toList();
        STAGE.awaitReading();
        go.complete(null);
        assertThat(clients).allMatch(client -> client.read().status() == 504);
        assertThat(STAGE.origin().count(path)).isEqualTo(2);
        gate.release();
        clients.forEach(RawClient::close);
    }

    /** Brings the filter that holds requests back. */
    @Configuration(proxyBeanMethods = false)
    static class HoldingFilter {

        @Bean
        GatewayFilterFactory<Object> holdingGatewayFilterFactory() {
            return new HoldingGatewayFilterFactory();
        }
    }

    private static final class HoldingGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

        private HoldingGatewayFilterFactory() {
            super(Object.class);
        }

        @Override
        public GatewayFilter apply(Object config) {
            return (exchange, chain) -> exchange.getRequest().getHeaders().containsHeader(HELD)
                    ? Mono.fromFuture(go, true).then(chain.filter(exchange))
                    : chain.filter(exchange);
        }
    }
}
