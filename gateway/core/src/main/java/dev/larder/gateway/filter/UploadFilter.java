package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.UploadReceiver;
import java.net.URI;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Reads the content of what is about to be forwarded, on every route: an origin's connections are shared by routes with the
 * cache and without. What has been read before is not read again.
 */
public final class UploadFilter implements GlobalFilter, Ordered {

    /** The next one counts the origin's time, which the reading is no part of. */
    public static final int ORDER = UploadDeadline.ORDER - 1;

    private final UploadReceiver uploads;

    /** @param uploads how content is taken */
    public UploadFilter(UploadReceiver uploads) {
        this.uploads = uploads;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        return isUpload(exchange) ? uploads.read(exchange, chain::filter) : chain.filter(exchange);
    }

    /** Whether it has content, and is forwarded by HTTP. A WebSocket is not over with the head of its response. */
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
