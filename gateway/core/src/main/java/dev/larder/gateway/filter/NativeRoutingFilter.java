package dev.larder.gateway.filter;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.larder.gateway.describe.RuledFilter;
import dev.larder.gateway.message.ClientAddresses;
import dev.larder.gateway.message.ClientRequest;
import dev.larder.http.ClientConnection;
import dev.larder.http.client.OriginAddress;
import dev.larder.http.client.OriginClient;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.RouteMetadataUtils;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Sends the requests of routes to their origins by Larder's own client, in the place of Gateway's {@code NettyRoutingFilter} ({@link
 * SendingWebHandler}). Other filters find the same: the same header fields and filters of these, the same attributes of the response,
 * whose content is read from the connection that one of them holds, and failures of origins as exceptions. A request stays on the event
 * loop of its client's connection.
 */
public final class NativeRoutingFilter {

    private final boolean all;
    private final Supplier<Boolean> knowsAll;
    private final NativeOriginRequest.Origins origins;

    /**
     * Creates a filter.
     *
     * @param all whether this sends the requests of all routes, and not of those with a cache alone
     * @param knowsAll whether all is known that Gateway's own client does
     * @param clients tell in whose name a request is made
     * @param fields filters of header fields, in their order
     * @param responseTimeout timeout of routes without one of their own; null for none
     */
    public NativeRoutingFilter(
            boolean all,
            Supplier<Boolean> knowsAll,
            OriginClient client,
            ClientAddresses clients,
            Supplier<List<HttpHeadersFilter>> fields,
            @Nullable Duration responseTimeout) {
        this.all = all;
        this.knowsAll = knowsAll;
        this.origins = new NativeOriginRequest.Origins(client, clients, fields, responseTimeout);
    }

    /**
     * Sends a request, and goes on when the head of its response has arrived. Gateway's own client sends it for a route with a timeout of
     * its own for connecting, and if no connection of a client has brought it.
     *
     * @param byGateway sends it by Gateway's client
     */
    Mono<Void> send(ServerWebExchange exchange, GatewayFilterChain chain, Supplier<Mono<Void>> byGateway) {
        return loop(exchange).map(loop -> send(exchange, chain, loop)).orElseGet(byGateway);
    }

    private Mono<Void> send(ServerWebExchange exchange, GatewayFilterChain chain, EventLoop loop) {
        ServerWebExchangeUtils.setAlreadyRouted(exchange);
        return Mono.<Void>create(answered -> new NativeOriginRequest(origins, exchange, loop, answered).begin())
                .then(chain.filter(exchange));
    }

    /** Returns the event loop of a request that this filter sends; empty if it does not. */
    private Optional<EventLoop> loop(ServerWebExchange exchange) {
        Route route = exchange.getAttribute(GATEWAY_ROUTE_ATTR);
        boolean known = route != null
                && !route.getMetadata().containsKey(RouteMetadataUtils.CONNECT_TIMEOUT_ATTR)
                && exchange.getAttribute(GATEWAY_REQUEST_URL_ATTR) instanceof URI target
                && OriginAddress.hasHost(target)
                && (all || RuledFilter.ofCache(route).isPresent())
                && Boolean.TRUE.equals(knowsAll.get());
        return known
                ? ClientConnection.channel(ClientRequest.of(exchange))
                        .filter(origins.client()::canRunOn)
                        .map(Channel::eventLoop)
                : Optional.empty();
    }
}
