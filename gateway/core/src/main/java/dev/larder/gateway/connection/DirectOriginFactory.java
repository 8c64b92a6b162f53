package dev.larder.gateway.connection;

import dev.larder.gateway.exchange.OriginPort;
import dev.larder.gateway.filter.DirectOrigins;
import dev.larder.http.client.OriginAddress;
import dev.larder.http.client.OriginClient;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.RouteMetadataUtils;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.server.ServerWebExchange;

/** Creates the origins that the caches of routes ask directly: the same as at client connections. */
public final class DirectOriginFactory implements DirectOrigins {

    private final OriginClient client;
    private final RouteMeterFactory meters;
    private final Supplier<Optional<OriginServices>> services;

    /**
     * Creates a factory. Who else looks at requests to origins is asked when the first one is made.
     *
     * @param sends whether Larder's client stands in for Gateway's
     * @param via name of the gateway in Via; empty for none
     */
    public DirectOriginFactory(
            OriginClient client,
            RouteMeterFactory meters,
            Supplier<Boolean> sends,
            String via,
            ListableBeanFactory beans) {
        this.client = client;
        this.meters = meters;
        this.services = SingletonSupplier.of(() -> Boolean.TRUE.equals(sends.get()) && isUnwatched(beans)
                ? Optional.of(ConnectionOriginFactory.services(client, via, beans))
                : Optional.empty());
    }

    private static boolean isUnwatched(ListableBeanFactory beans) {
        return ForwardingAssessment.fields(beans).isEmpty()
                && ApplicationAssessment.observation(beans).level() == HitLevel.CONNECTION;
    }

    @Override
    public @Nullable OriginPort of(ServerWebExchange exchange, Channel channel) {
        OriginServices found = services.get().orElse(null);
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        if (found == null || route == null || !client.canRunOn(channel) || !isForwardable(exchange, route)) {
            return null;
        }
        var asking = new ConnectionOrigin.Asking(
                channel.eventLoop(), channel instanceof Http2StreamChannel, () -> meters.ofOrigins(route));
        return new ConnectionOrigin(found, exchange, asking, ConnectionOrigin.Kind.CACHED, null);
    }

    /** The load balancer of {@code lb:http} is behind the cache. */
    private static boolean isForwardable(ServerWebExchange exchange, Route route) {
        return !route.getMetadata().containsKey(RouteMetadataUtils.CONNECT_TIMEOUT_ATTR)
                && exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR) instanceof URI url
                && OriginAddress.hasHost(url)
                && exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_SCHEME_PREFIX_ATTR) == null;
    }
}
