package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.OriginPort;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Origins that are asked by the cache of a route itself, from its client's event loop, as at connections: nothing on the way would do
 * anything to a request but send it.
 */
public interface DirectOrigins {

    /**
     * Returns the origin of a request without content.
     *
     * @param client the channel of its client
     * @return null if it is not asked directly
     */
    @Nullable
    OriginPort of(ServerWebExchange exchange, Channel client);

    /** The rest of a route behind its cache, where all filters are {@linkplain KnownFilters known}. */
    record KnownChain(GatewayFilterChain rest) implements GatewayFilterChain {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange) {
            return rest.filter(exchange);
        }
    }
}
