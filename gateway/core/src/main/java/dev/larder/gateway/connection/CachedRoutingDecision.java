package dev.larder.gateway.connection;

import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.filter.RoutingDecision;
import dev.larder.gateway.metrics.traffic.RouteTraffic;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import org.springframework.cloud.gateway.route.Route;

/**
 * Cached routing decision for requests to one target, made by an earlier request: their route, rule and key.
 *
 * @param route the route they take
 * @param routing the routing decision of the earlier request
 * @param level the earliest level at which it may be used
 * @param meters meters that count its hits
 * @param traffic counters of its route
 * @param responseFilters filters of its route that change responses
 * @param routes the routes among which its route was found
 */
record CachedRoutingDecision(
        Route route,
        RoutingDecision routing,
        HitLevel level,
        RouteMeters meters,
        RouteTraffic traffic,
        ResponseFilters responseFilters,
        Object routes) {

    /** Returns whether it leads to this key: another one if the path's No-Vary-Search has become known, or has changed. */
    boolean isFor(CacheKey key) {
        return routing.key().equals(key);
    }

    /** Returns whether a client with these fields may be asking to bypass the store. */
    boolean mayRequestBypass(HeaderFields fields) {
        return routing.rule()
                .handling()
                .bypass()
                .field()
                .filter(fields::contains)
                .isPresent();
    }

    /** Returns a request as the route would look it up. */
    RequestHead head(String method, HeaderFields fields) {
        return new RequestHead(method, routing.target(), fields);
    }
}
