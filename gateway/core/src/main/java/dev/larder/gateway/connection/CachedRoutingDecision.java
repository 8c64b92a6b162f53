package dev.larder.gateway.connection;

import dev.larder.gateway.filter.RoutingDecision;
import dev.larder.gateway.metrics.traffic.RouteTraffic;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import org.springframework.cloud.gateway.route.Route;

/**
 * What a request for one target comes to, found out by a request before it: its route, its rule and its key.
 *
 * @param route that it takes
 * @param routing how that one was looked up
 * @param level the earliest at which it may be used
 * @param meters what counts its hits
 * @param traffic of its route
 * @param routes those among which its route was looked for
 */
record CachedRoutingDecision(
        Route route, RoutingDecision routing, HitLevel level, RouteMeters meters, RouteTraffic traffic, Object routes) {

    /** Whether a client with these fields may be asking to go past the store. */
    boolean bypassed(HeaderFields fields) {
        return routing.rule()
                .handling()
                .bypass()
                .field()
                .filter(fields::contains)
                .isPresent();
    }

    /** A request as the route would look it up. */
    RequestHead head(String method, HeaderFields fields) {
        return new RequestHead(method, routing.target(), fields);
    }
}
