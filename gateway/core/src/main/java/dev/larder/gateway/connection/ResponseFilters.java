package dev.larder.gateway.connection;

import dev.larder.gateway.filter.CacheFilter;
import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.ResponseHead;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.NettyWriteResponseFilter;
import org.springframework.cloud.gateway.route.Route;

/**
 * Those filters of a route that only change header fields of its responses, whatever was requested. They can run without the
 * request, on the head alone: for a stored response that is sent again and again, once for many clients.
 *
 * @param inOrder the filters, in the order in which they run
 */
record ResponseFilters(List<GatewayFilter> inOrder) {

    /** No filters. */
    static final ResponseFilters NONE = new ResponseFilters(List.of());

    /** Filters of the gateway that add, set or remove fields after the rest of the chain, and look at nothing but the head. */
    private static final Set<String> FACTORIES = Set.of(
            "AddResponseHeader", "DedupeResponseHeader", "RemoveResponseHeader", "SecureHeaders", "SetResponseHeader");

    /** What their descriptions must not contain: fields that delimit messages, and variables of the request's path. */
    private static final List<String> OBSTACLES =
            List.of("connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade", "{");

    private static final ResponseHead PROBE = new ResponseHead(200, HeaderFields.of("Content-Type", "text/plain"));

    ResponseFilters {
        inOrder = List.copyOf(inOrder);
    }

    /** Returns those of each route. */
    static IdentityHashMap<Route, ResponseFilters> of(Collection<Route> routes) {
        IdentityHashMap<Route, ResponseFilters> filters = new IdentityHashMap<>();
        routes.forEach(route -> filters.put(route, of(route)));
        return filters;
    }

    /** Returns those of a route. */
    static ResponseFilters of(Route route) {
        List<GatewayFilter> found = new ArrayList<>();
        for (GatewayFilter filter : route.getFilters()) {
            if (contains(filter)) {
                found.add(filter);
            }
        }
        found.sort(Comparator.comparingInt(RouteFilters::order));
        return new ResponseFilters(found);
    }

    /** Returns whether a filter of a route is one of these. It must run before the response is written, and not for its cache. */
    static boolean contains(GatewayFilter filter) {
        int order = RouteFilters.order(filter);
        String description = filter.toString().toLowerCase(Locale.ROOT);
        return RouteFilters.isOf(RouteFilters.itself(filter), FACTORIES)
                && order > NettyWriteResponseFilter.WRITE_RESPONSE_FILTER_ORDER
                && order < CacheFilter.ORDER
                && OBSTACLES.stream().noneMatch(description::contains)
                && canApply(filter);
    }

    /** A filter that fails has to fail on its route. */
    private static boolean canApply(GatewayFilter filter) {
        try {
            new ResponseFilters(List.of(filter)).applyTo(PROBE);
            return true;
        } catch (RuntimeException fault) {
            return false;
        }
    }

    /** Returns a head as the filters leave it. */
    ResponseHead applyTo(ResponseHead head) {
        if (inOrder.isEmpty()) {
            return head;
        }
        var exchange = HeadOnlyWebExchange.ofResponse();
        MessageHeadConverter.write(head.fields(), exchange.getResponse().getHeaders());
        CompletableFuture<Void> run =
                new HeadOnlyWebExchange.Chain(inOrder).filter(exchange).toFuture();
        if (!run.isDone()) {
            throw new IllegalStateException("A filter of responses waits.");
        }
        run.join();
        return head.withFields(
                MessageHeadConverter.fields(exchange.getResponse().getHeaders()));
    }
}
