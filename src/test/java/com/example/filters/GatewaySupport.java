package com.example.filters;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.client.circuitbreaker.ConfigBuilder;
import org.springframework.cloud.client.circuitbreaker.ReactiveCircuitBreaker;
import org.springframework.cloud.client.circuitbreaker.ReactiveCircuitBreakerFactory;
import org.springframework.cloud.gateway.filter.factory.FallbackHeadersGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.factory.SpringCloudCircuitBreakerFilterFactory;
import org.springframework.cloud.gateway.filter.ratelimit.AbstractRateLimiter;
import org.springframework.cloud.gateway.filter.ratelimit.KeyResolver;
import org.springframework.cloud.gateway.filter.ratelimit.RateLimiter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What some of Gateway's filters need: a limiter, a circuit breaker, a page to fall back to. */
@Configuration(proxyBeanMethods = false)
public class GatewaySupport {

    @Bean
    KeyResolver zooKeys() {
        return exchange -> Mono.just("all");
    }

    @Bean
    RateLimiter<Object> zooLimiter() {
        return new AbstractRateLimiter<>(
                Object.class, "zoo", (org.springframework.cloud.gateway.support.ConfigurationService) null) {
            @Override
            public Mono<Response> isAllowed(String routeId, String id) {
                return Mono.just(new Response(true, Map.of("X-RateLimit-Remaining", "7")));
            }
        };
    }

    @Bean
    SpringCloudCircuitBreakerFilterFactory zooBreakers(ObjectProvider<DispatcherHandler> handlers) {
        return new SpringCloudCircuitBreakerFilterFactory(new Breakers(), handlers) {
            @Override
            protected Mono<Void> handleErrorWithoutFallback(Throwable error, boolean resumes) {
                return resumes ? Mono.empty() : Mono.error(error);
            }
        };
    }

    @Bean
    FallbackHeadersGatewayFilterFactory zooFallbackHeaders() {
        return new FallbackHeadersGatewayFilterFactory();
    }

    @Bean
    RouterFunction<ServerResponse> zooFallback() {
        return RouterFunctions.route()
                .path(
                        "/fallback/page",
                        page -> page.route(
                                any -> true, request -> ServerResponse.ok().bodyValue("fallback")))
                .build();
    }

    /** Circuit breakers that never open. */
    private static final class Breakers extends ReactiveCircuitBreakerFactory<Object, ConfigBuilder<Object>> {

        @Override
        public ReactiveCircuitBreaker create(String id) {
            return new ReactiveCircuitBreaker() {
                @Override
                public <T> Mono<T> run(Mono<T> guarded, Function<Throwable, Mono<T>> fallback) {
                    return fallback == null ? guarded : guarded.onErrorResume(fallback);
                }

                @Override
                public <T> Flux<T> run(Flux<T> guarded, Function<Throwable, Flux<T>> fallback) {
                    return fallback == null ? guarded : guarded.onErrorResume(fallback);
                }
            };
        }

        @Override
        protected ConfigBuilder<Object> configBuilder(String id) {
            return Object::new;
        }

        @Override
        public void configureDefault(Function<String, Object> configuration) {
            // There is nothing to configure.
        }

        @Override
        public void configure(Consumer<ConfigBuilder<Object>> consumer, String... ids) {
            // There is nothing to configure.
        }
    }
}
