package dev.larder.gateway.filter;

/**
 * What all cached routes share; it outlives every route and every refresh of routes.
 *
 * @param fetching by which responses are found, fetched and stored
 * @param requests by which requests are read and accounted for
 * @param decisions is told how requests were looked up
 */
public record CacheServices(
        FetchServices fetching,
        RequestServices requests,
        UnsafeRequestForwarder writes,
        RoutingDecisionListener decisions,
        ExchangeExtensions extensions) {}
