package dev.larder.gateway.connection;

import java.util.Set;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.OrderedGatewayFilter;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/** What is known of a filter of a route by looking at it: its order, and the factory that it comes from. */
final class RouteFilters {

    private static final String FACTORIES = "org.springframework.cloud.gateway.filter.factory.";

    private RouteFilters() {}

    /** Returns a filter of a route without what gives it its order. */
    static GatewayFilter itself(GatewayFilter filter) {
        return filter instanceof OrderedGatewayFilter ordered ? ordered.getDelegate() : filter;
    }

    /** Returns the order of a filter of a route. */
    static int order(GatewayFilter filter) {
        return filter instanceof Ordered ordered ? ordered.getOrder() : 0;
    }

    /** Returns whether a filter is the gateway's own, from one of these factories. */
    static boolean isOf(GatewayFilter filter, Set<String> factories) {
        return filter.getClass().getName().startsWith(FACTORIES) && factories.contains(name(filter));
    }

    /** Returns its name in configuration, if it comes from a factory. */
    static String name(GatewayFilter filter) {
        String name = ClassUtils.getShortName(filter.getClass().getName().replaceAll("\\$.*", ""));
        return name.replace("GatewayFilterFactory", "");
    }
}
