package dev.larder.gateway.filter;

import java.util.List;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.NettyRoutingFilter;
import org.springframework.cloud.gateway.filter.WebsocketRoutingFilter;
import org.springframework.cloud.gateway.handler.FilteringWebHandler;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.Order;
import org.springframework.util.ClassUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Gateway's handler of routes with what Larder does last before a request is sent. An order does not make it the last: filters with the
 * lowest precedence, or without an order, may come behind any other. So it is part of the filters that may send a request: those of
 * Gateway, and, behind the cache, all that neither Gateway nor Larder knows.
 */
public final class SendingWebHandler extends FilteringWebHandler {

    private static final String GATEWAY = "org.springframework.cloud.gateway.";
    private static final String LARDER = "dev.larder.gateway.";
    private static final String SENDING = "RoutingFilter";

    /**
     * Creates a handler.
     *
     * @param filters all global filters, in their order
     * @param sortedOnce whether the filters of a route are sorted once, and not for each request
     */
    public SendingWebHandler(List<GlobalFilter> filters, boolean sortedOnce, Steps steps) {
        super(
                filters.stream()
                        .map(filter -> maySend(filter) ? new Sender(filter, steps) : filter)
                        .toList(),
                sortedOnce);
    }

    /** What is done before a request is sent; the deadline is that of Gateway's client alone. */
    public record Steps(ForwardedRequestCheck check, LateWriteFilter writes, UploadDeadline deadline) {}

    static boolean isGateways(Object part) {
        return ClassUtils.getUserClass(part).getName().startsWith(GATEWAY);
    }

    static boolean isLarders(Object part) {
        return ClassUtils.getUserClass(part).getName().startsWith(LARDER);
    }

    /** A WebSocket has neither a stored response nor writes. */
    private static boolean maySend(GlobalFilter filter) {
        return isGateways(filter)
                ? ClassUtils.getUserClass(filter).getSimpleName().endsWith(SENDING)
                        && !(filter instanceof WebsocketRoutingFilter)
                : !isLarders(filter) && order(filter) > CacheFilter.ORDER;
    }

    /** Returns the order that Gateway finds. */
    private static int order(GlobalFilter filter) {
        if (filter instanceof Ordered ordered) {
            return ordered.getOrder();
        }
        Order order = AnnotationUtils.findAnnotation(filter.getClass(), Order.class);
        return order == null ? Ordered.LOWEST_PRECEDENCE : order.value();
    }

    /** A filter that may send requests. */
    private record Sender(GlobalFilter filter, Steps steps) implements GlobalFilter, Ordered {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            if (ServerWebExchangeUtils.isAlreadyRouted(exchange)) {
                return filter.filter(exchange, chain);
            }
            steps.check.compare(exchange);
            return steps.writes.filter(exchange, last -> send(last, chain));
        }

        private Mono<Void> send(ServerWebExchange exchange, GatewayFilterChain chain) {
            return filter instanceof NettyRoutingFilter
                    ? steps.deadline.filter(exchange, last -> filter.filter(last, chain))
                    : filter.filter(exchange, chain);
        }

        @Override
        public int getOrder() {
            return order(filter);
        }

        @Override
        public String toString() {
            return filter.toString();
        }
    }
}
