package dev.larder.gateway.filter;

import dev.larder.gateway.upload.UploadReceiver;
import java.net.URI;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.NettyRoutingFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Reads the content of requests before they are forwarded, on every route: routes with and without a cache share an origin's
 * connections. Content that has been read is not read again.
 */
public final class UploadFilter implements GlobalFilter, Ordered {

    /** Before the filters that send requests: slow content takes none. */
    public static final int ORDER = NettyRoutingFilter.ORDER - 3;

    private final UploadReceiver uploads;

    /** @param uploads receives content */
    public UploadFilter(UploadReceiver uploads) {
        this.uploads = uploads;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        return isUpload(exchange) ? uploads.read(exchange, chain::filter) : chain.filter(exchange);
    }

    /** Returns whether it has content and is forwarded by HTTP. A WebSocket goes on after the head of its response. */
    static boolean isUpload(ServerWebExchange exchange) {
        return UploadReceiver.hasContent(exchange.getRequest())
                && exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_REQUEST_URL_ATTR) instanceof URI target
                && ("http".equalsIgnoreCase(target.getScheme()) || "https".equalsIgnoreCase(target.getScheme()))
                && !ServerWebExchangeUtils.isAlreadyRouted(exchange);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }
}
