package dev.larder.gateway.filter;

import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.gateway.upload.UploadReceiver;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.cloud.gateway.event.EnableBodyCachingEvent;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Keeps content in memory on routes that retry. Replaces Spring Cloud Gateway's filter, which keeps it without a limit, and only
 * while its client is connected. Also remembers the response header fields from before the first attempt.
 */
public final class RepeatableContentFilter
        implements GlobalFilter, Ordered, ApplicationListener<EnableBodyCachingEvent> {

    /** Runs just before AdaptCachedBodyGlobalFilter, which ignores content that is kept. */
    public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 999;

    private final Set<String> routes = ConcurrentHashMap.newKeySet();
    private final UploadReceiver uploads;

    /** @param uploads receives content */
    public RepeatableContentFilter(UploadReceiver uploads) {
        this.uploads = uploads;
    }

    /** Filters of a route publish this event to have its content kept. */
    @Override
    public void onApplicationEvent(EnableBodyCachingEvent event) {
        routes.add(event.getRouteId());
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        Route route = exchange.getAttribute(ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR);
        if (route == null || !routes.contains(route.getId())) {
            return chain.filter(exchange);
        }
        MessageHeadConverter.noteBeforeAttempts(exchange);
        return UploadReceiver.hasContent(exchange.getRequest())
                ? uploads.keep(exchange, chain::filter)
                        .onErrorResume(error -> UploadRefusalFilter.answer(
                                exchange, error, problem -> problem.content(exchange.getResponse())))
                : chain.filter(exchange);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }
}
