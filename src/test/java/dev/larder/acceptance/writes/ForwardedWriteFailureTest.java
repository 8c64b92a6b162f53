package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.FreePorts;
import dev.larder.acceptance.kit.GatewayFixture;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** A circuit breaker of a route with {@code BufferedWrites} sees the failures of writes that are forwarded. */
class ForwardedWriteFailureTest {

    @TempDir
    private Path folder;

    /** Stands where a circuit breaker would. */
    private static final class FailureRecorder implements GlobalFilter, Ordered {

        private final List<Throwable> failures = new CopyOnWriteArrayList<>();

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            return chain.filter(exchange).doOnError(failures::add);
        }

        @Override
        public int getOrder() {
            return 0;
        }
    }

    @Test
    void failureOfForwardedWriteReachesTheFiltersOfTheRoute() throws IOException {
        String route = "spring.cloud.gateway.server.webflux.routes[0].";
        var recorder = new FailureRecorder();
        try (var gateway = GatewayFixture.inJvm()
                .bean(FailureRecorder.class, recorder)
                .property("larder.hit-path", "auto")
                .property("larder.writes.path", folder)
                .property("larder.rules.orders.buffer.bulk", "/bulk/orders")
                .property(route + "id", "orders")
                .property(route + "uri", "http://127.0.0.1:" + FreePorts.free())
                .property(route + "predicates[0]", "Path=/orders")
                .property(route + "filters", "BufferedWrites=orders")
                .start()) {
            gateway.expect(500, 502, 503);
            assertThat(gateway.ask("DELETE", "/orders").status()).isGreaterThanOrEqualTo(500);
            assertThat(recorder.failures)
                    .singleElement()
                    .satisfies(failure -> assertThat(failure).hasRootCauseInstanceOf(ConnectException.class));
            gateway.disregardLog();
        }
    }
}
