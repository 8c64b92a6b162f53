package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.NettyRoutingFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The timer finds out that a client pauses; its request goes on by the client's own thread. With a filter that is not Larder's. */
class UploadThreadTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[0].";
    private static final Queue<String> FORWARDING = new ConcurrentLinkedQueue<>();

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> builder.with(Threads.class)
            .property(ROUTE + "id", "plain")
            .property(ROUTE + "uri", "${larder.origin}")
            .property(ROUTE + "predicates[0]", "Path=/plain/**"));

    @Test
    void pausingUploadIsNotForwardedOnTimerThread() {
        String target = "/plain" + UniquePath.next();
        STAGE.origin().onHead(target, request -> ResponseScript.ok("seen " + request.next().length));
        try (RawClient client = STAGE.gateway().connect()) {
            client.send(RawClient.head("POST", target, RawFields.of("Transfer-Encoding", "chunked"))
                    + RawClient.chunk("hello"));
            assertThat(client.read("POST").content()).isEqualTo("seen 5");
        }
        assertThat(FORWARDING).isNotEmpty().noneMatch(thread -> thread.contains("parallel"));
    }

    /** Notes by which threads uploads reach the filter that reads their content. */
    @Configuration(proxyBeanMethods = false)
    static class Threads {

        @Bean
        GlobalFilter threadNotes() {
            return new Notes();
        }

        private static final class Notes implements GlobalFilter, Ordered {

            @Override
            public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
                FORWARDING.add(Thread.currentThread().getName());
                return chain.filter(exchange);
            }

            @Override
            public int getOrder() {
                return NettyRoutingFilter.ORDER - 1;
            }
        }
    }
}
