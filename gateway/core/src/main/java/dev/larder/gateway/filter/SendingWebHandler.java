package dev.larder.gateway.filter;

import dev.larder.gateway.describe.RuledFilter;
import dev.larder.gateway.filter.origin.LateResponseFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.NettyRoutingFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.cloud.gateway.filter.WebsocketRoutingFilter;
import org.springframework.cloud.gateway.handler.FilteringWebHandler;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.Order;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Gateway's handler of routes with what Larder does last before a request is sent. An order does not make it the last: filters with the
 * lowest precedence, or without an order, may come behind any other. So it is part of the filters that may send a request: those of
 * Gateway, and, behind the cache, all that neither Gateway nor Larder knows.
 *
 * <p>A filter of the application without an order would be behind the cache by nobody's decision: hits and buffered writes would pass
 * neither what it refuses nor what it sets. On routes with filters of Larder it comes directly before these. One that answers requests
 * itself is known by nothing but that it does: its writes invalidate there too ({@link LateWriteFilter#before}).
 */
public final class SendingWebHandler extends FilteringWebHandler {

    private static final String OURS = "dev.larder.";
    private static final String BREAKER = "CircuitBreaker";
    private static final Pattern PATHS = Pattern.compile("PrefixPath|RewritePath|SetPath|StripPrefix");
    private static final int FIRST = CacheFilter.ORDER - 1;

    private final List<GatewayFilter> inPlace;
    private final List<GatewayFilter> unorderedFirst;
    private final Steps steps;

    /**
     * Creates a handler.
     *
     * @param filters all global filters, in their order
     * @param sortedOnce whether the filters of a route are sorted once, and not for each request
     */
    public SendingWebHandler(List<GlobalFilter> filters, boolean sortedOnce, Steps steps) {
        super(List.of(), sortedOnce);
        this.steps = steps;
        this.inPlace = filters.stream().map(filter -> placed(filter, steps)).toList();
        this.unorderedFirst = filters.stream()
                .map(filter -> isUnordered(filter)
                        ? new Placed(new Early(filter, steps.writes()), FIRST, false)
                        : placed(filter, steps))
                .toList();
    }

    private static GatewayFilter placed(GlobalFilter filter, Steps steps) {
        int order = order(filter);
        return new Placed(
                maySend(filter, order) ? new Sender(filter, steps) : filter, order, KnownFilters.contains(filter));
    }

    @Override
    protected List<GatewayFilter> getAllFilters(Route route) {
        boolean ours = route.getFilters().stream().anyMatch(SendingWebHandler::isOurs);
        List<GatewayFilter> all = new ArrayList<>(ours ? unorderedFirst : inPlace);
        boolean breakers = false;
        for (GatewayFilter filter : route.getFilters()) {
            all.add(isLate(filter) ? late(filter) : filter);
            breakers |= ours && isBreaker(filter);
        }
        AnnotationAwareOrderComparator.sort(all);
        if (ours) {
            tellWhatIsKnown(all);
        }
        for (int i = 0; breakers && i < all.size(); i++) {
            if (isBreaker(all.get(i))) {
                all.set(i, breaker(all.get(i), rewriting(all.subList(i + 1, all.size()))));
            }
        }
        return all;
    }

    /** Tells a cache that all filters behind it are known. Only the last one of a route is active. */
    private static void tellWhatIsKnown(List<GatewayFilter> all) {
        for (int i = all.size() - 1; i >= 0; i--) {
            GatewayFilter filter = all.get(i);
            if (filter instanceof RuledFilter ruled && ruled.isCache()) {
                all.set(
                        i,
                        new Placed(
                                (exchange, chain) -> filter.filter(exchange, new DirectOrigins.KnownChain(chain)),
                                CacheFilter.ORDER,
                                false));
            }
            if (!(filter instanceof Placed placed && placed.isKnown())) {
                return;
            }
        }
    }

    private static boolean isOurs(GatewayFilter filter) {
        return made(filter).getClass().getName().startsWith(OURS);
    }

    private static GatewayFilter made(GatewayFilter filter) {
        return filter instanceof OrderedGatewayFilter ordered ? ordered.getDelegate() : filter;
    }

    /** Returns whether a filter of a route is the application's, and comes behind the cache. Those of Larder are the first there. */
    private static boolean isLate(GatewayFilter filter) {
        if (!(filter instanceof Ordered ordered) || FilterTypes.isGateways(made(filter))) {
            return false;
        }
        int behind = ordered.getOrder() - CacheFilter.ORDER;
        return behind > 1 || (behind == 1 && !isOurs(filter));
    }

    private GatewayFilter late(GatewayFilter filter) {
        return new Placed(new Sender(filter::filter, steps), ((Ordered) filter).getOrder(), false);
    }

    private static boolean isBreaker(GatewayFilter filter) {
        return filter instanceof Ordered
                && FilterTypes.isGateways(made(filter))
                && made(filter).getClass().getName().contains(BREAKER);
    }

    private GatewayFilter breaker(GatewayFilter filter, List<GatewayFilter> rewriting) {
        return new Placed(
                (exchange, chain) -> steps.writes().breaker(filter, rewriting, exchange, chain),
                ((Ordered) filter).getOrder(),
                false);
    }

    /** Returns Gateway's filters that choose the path. */
    private static List<GatewayFilter> rewriting(List<GatewayFilter> filters) {
        return filters.stream()
                .filter(filter -> FilterTypes.isGateways(made(filter))
                        && PATHS.matcher(made(filter).getClass().getName()).find())
                .toList();
    }

    /**
     * Returns whether a global filter comes before those of Larder because it has no order, or that of one without: Gateway would put it
     * last, where hits pass nothing that it refuses. No name tells that it sends requests; one that extends a filter of Gateway which
     * does stays there.
     */
    private static boolean isUnordered(GlobalFilter filter) {
        return order(filter) == Ordered.LOWEST_PRECEDENCE
                && !FilterTypes.isLarders(filter)
                && !FilterTypes.isGateways(filter)
                && !FilterTypes.isSendingFilter(filter);
    }

    /** Returns whether a global filter sees hits; later ones do not. */
    public static boolean isBeforeCache(GlobalFilter filter) {
        return isUnordered(filter) || order(filter) <= CacheFilter.ORDER;
    }

    /**
     * What is done before a request is sent.
     *
     * @param shares those of the connections of Gateway's client
     * @param deadline that of Gateway's client alone
     * @param routing sends requests in the place of Gateway's client; empty if that sends all of them
     */
    public record Steps(
            ForwardedRequestCheck check,
            LateWriteFilter writes,
            OriginShareFilter shares,
            UploadDeadline deadline,
            Optional<NativeRoutingFilter> routing) {}

    /** A WebSocket has neither a stored response nor writes. */
    private static boolean maySend(GlobalFilter filter, int order) {
        return FilterTypes.isGateways(filter)
                ? FilterTypes.isSendingFilter(filter) && !FilterTypes.isA(WebsocketRoutingFilter.class, filter)
                : !FilterTypes.isLarders(filter) && order > CacheFilter.ORDER;
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
    private record Sender(GlobalFilter filter, Steps steps) implements GlobalFilter {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            if (ServerWebExchangeUtils.isAlreadyRouted(exchange)) {
                return filter.filter(exchange, chain);
            }
            steps.check.compare(exchange);
            return steps.writes.filter(exchange, last -> send(last, chain));
        }

        private Mono<Void> send(ServerWebExchange exchange, GatewayFilterChain chain) {
            if (!FilterTypes.isA(NettyRoutingFilter.class, filter)) {
                return filter.filter(LateResponseFields.answering(exchange), chain);
            }
            return filter.getClass() == NettyRoutingFilter.class && steps.routing.isPresent()
                    ? steps.routing.get().send(exchange, chain, () -> sendByGateway(exchange, chain))
                    : sendByGateway(exchange, chain);
        }

        private Mono<Void> sendByGateway(ServerWebExchange exchange, GatewayFilterChain chain) {
            return steps.shares.filter(
                    exchange, taken -> steps.deadline.filter(taken, last -> filter.filter(last, chain)));
        }

        @Override
        public String toString() {
            return filter.toString();
        }
    }

    /** A filter that comes before those of Larder, and may answer in their place. */
    private record Early(GlobalFilter filter, LateWriteFilter writes) implements GlobalFilter {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            return writes.before(filter, exchange, chain);
        }

        @Override
        public String toString() {
            return filter.toString();
        }
    }

    /**
     * A global filter at its place among those of a route.
     *
     * @param isKnown whether it is one of the {@link KnownFilters}
     */
    private record Placed(GlobalFilter filter, int getOrder, boolean isKnown) implements GatewayFilter, Ordered {

        @Override
        public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
            return filter.filter(exchange, chain);
        }

        @Override
        public String toString() {
            return filter.toString();
        }
    }
}
