package dev.larder.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Filters behind the cache, of all kinds, that treat clients differently: by the field X-Token. */
final class LateFilters {

    private LateFilters() {}

    private static ServerWebExchange with(ServerWebExchange exchange, String name) {
        String token = String.valueOf(exchange.getRequest().getHeaders().getFirst("X-Token"));
        return exchange.mutate().request(request -> request.header(name, token)).build();
    }

    private static HttpHeaders with(HttpHeaders fields, String name, String value) {
        var forwarded = new HttpHeaders();
        forwarded.addAll(fields);
        forwarded.set(name, value);
        return forwarded;
    }

    private static ServerWebExchange byToken(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        URI uri = URI.create(request.getURI() + "?by=" + request.getHeaders().getFirst("X-Token"));
        return exchange.mutate().request(changed -> changed.uri(uri)).build();
    }

    /** Adds the user to what is asked. */
    private static ServerWebExchange withUser(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        byte[] user = ("&user=" + request.getHeaders().getFirst("X-Token")).getBytes(UTF_8);
        var changed = new ServerHttpRequestDecorator(request) {
            @Override
            public Flux<DataBuffer> getBody() {
                return super.getBody()
                        .concatWith(Mono.fromSupplier(
                                () -> exchange.getResponse().bufferFactory().wrap(user)));
            }
        };
        return exchange.mutate().request(changed).build();
    }

    @Configuration(proxyBeanMethods = false)
    static class LateFilter {

        @Bean
        GlobalFilter tenant() {
            return new OrderedFilter(exchange -> with(exchange, "X-Tenant"));
        }
    }

    /** Comes last. */
    @Configuration(proxyBeanMethods = false)
    static class LastOrderedFilter {

        @Bean
        GlobalFilter tenant() {
            return LateBeans.last((exchange, chain) -> chain.filter(with(exchange, "X-Tenant")));
        }
    }

    /** As of an auto-configuration between those of Larder and Gateway. */
    @Configuration(proxyBeanMethods = false)
    static class FilterBehindLarder {

        @Bean
        static BeanDefinitionRegistryPostProcessor registration() {
            return LateBeans.beforeGateways(GlobalFilter.class, new LastOrderedFilter().tenant());
        }
    }

    /** As of an auto-configuration behind that of Gateway, without an order. */
    @Configuration(proxyBeanMethods = false)
    static class LastFilter {

        @Bean
        static BeanDefinitionRegistryPostProcessor registration() {
            return LateBeans.last(GlobalFilter.class, (exchange, chain) -> chain.filter(with(exchange, "X-Tenant")));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LastPrefixFilter {

        @Bean
        static BeanDefinitionRegistryPostProcessor registration() {
            return LateBeans.last(HttpHeadersFilter.class, new PrefixFilter().prefix());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Answering {

        @Bean
        GlobalFilter answer() {
            return new AnsweringFilter();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LateUri {

        @Bean
        GlobalFilter uri() {
            return new OrderedFilter(LateFilters::byToken);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class EarlyUri {

        @Bean
        GlobalFilter uri() {
            return new OrderedFilter(LateFilters::byToken, 10_001);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LateContent {

        @Bean
        GlobalFilter content() {
            return new OrderedFilter(LateFilters::withUser);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LastOrderedContent {

        @Bean
        GlobalFilter content() {
            return LateBeans.last((exchange, chain) -> chain.filter(withUser(exchange)));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ContentBehindLarder {

        @Bean
        static BeanDefinitionRegistryPostProcessor registration() {
            return LateBeans.beforeGateways(GlobalFilter.class, new LastOrderedContent().content());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LateMethod {

        @Bean
        GlobalFilter method() {
            return new OrderedFilter(exchange -> exchange.mutate()
                    .request(request -> request.method(HttpMethod.valueOf("SEARCH")))
                    .build());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LateHost {

        @Bean
        GlobalFilter host() {
            return new OrderedFilter(exchange -> with(exchange, "Host"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PrefixFilter {

        @Bean
        HttpHeadersFilter prefix() {
            return (fields, exchange) -> with(fields, "X-Forwarded-Prefix", "/" + fields.getFirst("X-Token"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ForwardedFilter {

        @Bean
        HttpHeadersFilter host() {
            return (fields, exchange) ->
                    with(fields, "Forwarded", "host=" + fields.getFirst("X-Token") + ".tenant.test");
        }
    }

    /** Takes the role from one of the clients. */
    @Configuration(proxyBeanMethods = false)
    static class LateRemoval {

        @Bean
        GlobalFilter roles() {
            return new OrderedFilter(exchange ->
                    "a".equals(exchange.getRequest().getHeaders().getFirst("X-Token"))
                            ? exchange.mutate()
                                    .request(request -> request.headers(fields -> fields.remove("X-Role")))
                                    .build()
                            : exchange);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LocalHandler {

        @Bean
        RouterFunction<ServerResponse> local() {
            return RouterFunctions.route()
                    .GET(
                            "/local",
                            request -> ServerResponse.ok()
                                    .header("Cache-Control", "max-age=60")
                                    .bodyValue("local for "
                                            + request.headers().firstHeader("X-Tenant")
                                            + request.queryParam("by")
                                                    .map(by -> " by " + by)
                                                    .orElse("")))
                    .build();
        }
    }

    private record OrderedFilter(UnaryOperator<ServerWebExchange> change, int getOrder)
            implements GlobalFilter, Ordered {

        OrderedFilter(UnaryOperator<ServerWebExchange> change) {
            this(change, 20_000);
        }

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            return chain.filter(change.apply(exchange));
        }
    }

    /** Answers in place of an origin. */
    private static final class AnsweringFilter implements GlobalFilter, Ordered {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            ServerWebExchangeUtils.setAlreadyRouted(exchange);
            ServerHttpResponse response = exchange.getResponse();
            response.setStatusCode(HttpStatus.OK);
            response.getHeaders().set("Cache-Control", "max-age=60");
            String answer = "for " + exchange.getRequest().getHeaders().getFirst("X-Tenant");
            return response.writeWith(
                    Mono.fromSupplier(() -> response.bufferFactory().wrap(answer.getBytes(UTF_8))));
        }

        @Override
        public int getOrder() {
            return 30_000;
        }
    }
}
