package dev.larder.gateway.filter;

import dev.larder.gateway.describe.RequestDescriber;

/**
 * Services shared by all cached routes; they outlive routes and their refreshes.
 *
 * @param fetching services that find, fetch and store responses
 * @param requests services that read requests and account for them
 * @param decisions is notified of routing decisions
 */
public record CacheServices(
        FetchServices fetching,
        RequestServices requests,
        UnsafeRequestForwarder writes,
        RoutingDecisionListener decisions,
        ExchangeExtensions extensions) {

    /** Returns a describer of the requests of all routes. */
    public RequestDescriber describer() {
        return new RequestDescriber(
                requests.rules(), requests.unkeyed(), requests.users(), writes.uploads(), fetching.store());
    }
}
