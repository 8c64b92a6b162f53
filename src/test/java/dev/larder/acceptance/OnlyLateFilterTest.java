package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;

/** A filter of a route that comes behind the cache by its order sees each request to the origin, though no other one does. */
class OnlyLateFilterTest {

    @RegisterExtension
    static final GatewayExtension STAGE =
            GatewayExtension.with(builder -> builder.with(Filters.class).route("Signing", "Cache"));

    private final String path = UniquePath.next();

    @Test
    void requestRefusedByLateFilterIsNotForwarded() {
        assertThat(STAGE.get(path, "X-Refused", "").status()).isEqualTo(403);
        assertThat(STAGE.origin().count(path)).isZero();
    }

    @Test
    void fieldOfLateFilterIsForwardedAndResponseIsNotStored() {
        STAGE.origin().on(path, ResponseScript.ok("page", "Cache-Control", "max-age=60"));
        ReceivedResponse response = STAGE.get(path);
        assertThat(response.status()).isEqualTo(200);
        assertThat(STAGE.origin().received(path).get(0).fields().get("X-Signature"))
                .isEqualTo("signed");
        assertThat(response.cacheStatus()).contains("request-changed");
    }

    @Configuration(proxyBeanMethods = false)
    static class Filters {

        @Bean
        SigningGatewayFilterFactory signing() {
            return new SigningGatewayFilterFactory();
        }
    }

    static class SigningGatewayFilterFactory extends AbstractGatewayFilterFactory<Object> {

        @Override
        public GatewayFilter apply(Object config) {
            return new OrderedGatewayFilter(
                    (exchange, chain) -> {
                        if (exchange.getRequest().getHeaders().containsHeader("X-Refused")) {
                            exchange.getResponse().setStatusCode(HttpStatus.FORBIDDEN);
                            return exchange.getResponse().setComplete();
                        }
                        return chain.filter(exchange.mutate()
                                .request(request -> request.header("X-Signature", "signed"))
                                .build());
                    },
                    20_000);
        }
    }
}
