package dev.larder.acceptance.insight.dryrun;

import dev.larder.acceptance.kit.GatewayFixture;
import dev.larder.acceptance.kit.ScriptedOrigin;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.factory.GatewayFilterFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/** A plain Spring Cloud Gateway, in which nothing of Larder runs, and one with a Larder that only watches; one origin. */
record DryRunGatewayPair(ScriptedOrigin origin, GatewayFixture plain, GatewayFixture watching)
        implements AutoCloseable {

    private static final String WEBFLUX = "spring.cloud.gateway.server.webflux.";
    private static final String LARDER = "dev.larder.gateway.autoconfigure.";

    static DryRunGatewayPair start() {
        ScriptedOrigin origin = ScriptedOrigin.start();
        GatewayFixture plain = route(GatewayFixture.inJvm(), origin)
                .property(WEBFLUX + "routes[0].filters[0]", "Answering")
                .property(
                        "spring.autoconfigure.exclude",
                        LARDER + "LarderAutoConfiguration," + LARDER + "LarderActuateAutoConfiguration")
                .start();
        GatewayFixture watching = route(GatewayFixture.inJvm(), origin)
                .property(WEBFLUX + "routes[0].filters[0]", "Cache=30m")
                .property(WEBFLUX + "routes[0].filters[1]", "EntityTags")
                .property(WEBFLUX + "routes[0].filters[2]", "Answering")
                .property("larder.dry-run", true)
                .property("larder.status-header", "S-Cache")
                .property("larder.rules.counted.paths", "/counted/**")
                .property("larder.rules.counted.ttl", "30m")
                .property("larder.rules.counted.key.query.ignore", "x,utm_*")
                .property("larder.rules.counted.key.query.sort", true)
                .property("larder.rules.counted.key.host", false)
                .property("larder.rules.counted.bypass.header", "Bypass-Cache")
                .property("larder.rules.counted.bypass.parameter", "refresh")
                .start();
        return new DryRunGatewayPair(origin, plain, watching);
    }

    private static GatewayFixture.Builder route(GatewayFixture.Builder builder, ScriptedOrigin origin) {
        return builder.with(Answers.class)
                .property(WEBFLUX + "routes[0].id", "all")
                .property(WEBFLUX + "routes[0].uri", origin.uri())
                .property(WEBFLUX + "routes[0].predicates[0]", "Path=/**");
    }

    /** A filter of the route answers some requests itself, in one buffer, whose length it leaves to the server to say. */
    @Configuration(proxyBeanMethods = false)
    static class Answers {

        @Bean
        GatewayFilterFactory<Object> answeringGatewayFilterFactory() {
            return new AnsweringGatewayFilterFactory();
        }
    }

    private static final class AnsweringGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

        private AnsweringGatewayFilterFactory() {
            super(Object.class);
        }

        @Override
        public GatewayFilter apply(Object config) {
            return (exchange, chain) -> exchange.getRequest().getPath().value().equals("/answered")
                    ? answer(exchange.getResponse())
                    : chain.filter(exchange);
        }

        private static Mono<Void> answer(ServerHttpResponse response) {
            byte[] content = "answered".getBytes(StandardCharsets.UTF_8);
            return response.writeWith(Mono.just(response.bufferFactory().wrap(content)));
        }
    }

    List<GatewayFixture> both() {
        return List.of(plain, watching);
    }

    @Override
    public void close() {
        try (origin) {
            both().forEach(gateway -> {
                gateway.disregardLog();
                gateway.close();
            });
        }
    }
}
