package dev.larder.acceptance.kit;

import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;
import org.springframework.cloud.gateway.filter.factory.GatewayFilterFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;

/** The route filter {@code ApiKey}, as an application would bring it: without {@code X-Api-Key: k} the answer is 401. */
@Configuration(proxyBeanMethods = false)
public class ApiKeyFilter {

    @Bean
    GatewayFilterFactory<Object> apiKeyGatewayFilterFactory() {
        return new ApiKeyGatewayFilterFactory();
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
