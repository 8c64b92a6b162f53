package dev.larder.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/** A filter of a route may come behind the cache by its order, as a global one, and answer by what filters between them have set. */
class LateRouteFiltersTest {

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.with(Filters.class).route("Answering", "Cache"));

    private final String path = UniquePath.next();

    @Test
    void answerThatLateRouteFilterMakesPerUserIsNotShared() {
        assertThat(STAGE.get(path, "X-Answers", "", "X-Token", "a").content()).isEqualTo("for a");
        ReceivedResponse other = STAGE.get(path, "X-Answers", "", "X-Token", "b");
        assertThat(other.content()).isEqualTo("for b");
        assertThat(other.cacheStatus()).contains("request-changed");
    }

    @Test
    void answerThatLateRouteFilterMakesForAllIsStored() {
        assertThat(STAGE.get(path, "X-Answers", "").content()).isEqualTo("for null");
        assertThat(STAGE.get(path).hit()).isTrue();
    }

    @Configuration(proxyBeanMethods = false)
    static class Filters {

        @Bean
        GlobalFilter user() {
            return LateBeans.at(10_100, (exchange, chain) -> {
                String token = exchange.getRequest().getHeaders().getFirst("X-Token");
                return token == null
                        ? chain.filter(exchange)
                        : chain.filter(exchange.mutate()
                                .request(request -> request.header("X-User", token))
                                .build());
            });
        }

        @Bean
        AnsweringGatewayFilterFactory answering() {
            return new AnsweringGatewayFilterFactory();
        }
    }

    static class AnsweringGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

        @Override
        public GatewayFilter apply(Object config) {
            return new OrderedGatewayFilter(
                    (exchange, chain) -> {
                        if (!exchange.getRequest().getHeaders().containsHeader("X-Answers")) {
                            return chain.filter(exchange);
                        }
                        ServerHttpResponse response = exchange.getResponse();
                        response.setStatusCode(HttpStatus.OK);
                        response.getHeaders().set("Cache-Control", "max-age=60");
                        String user = exchange.getRequest().getHeaders().getFirst("X-User");
                        return response.writeWith(Mono.fromSupplier(
                                () -> response.bufferFactory().wrap(("for " + user).getBytes(UTF_8))));
                    },
                    20_000);
        }
    }
}
