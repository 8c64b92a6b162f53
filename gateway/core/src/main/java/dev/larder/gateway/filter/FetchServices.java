package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.CacheLimits;
import dev.larder.gateway.exchange.ExchangeServices;
import dev.larder.gateway.filter.origin.FilterChainFetcher;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.span.CacheStepObserver;
import dev.larder.gateway.store.ResponseStore;
import java.util.Optional;

/**
 * Services that find, fetch and store responses.
 *
 * @param exchanges services of all exchanges
 * @param origin sends requests through the rest of their routes
 * @param direct origins that need not be asked through it; empty if all are
 * @param spans observes steps of exchanges
 */
public record FetchServices(
        ExchangeServices exchanges,
        FilterChainFetcher origin,
        Optional<DirectOrigins> direct,
        CacheStepObserver spans) {

    ResponseStore store() {
        return exchanges.store();
    }

    CacheLimits limits() {
        return exchanges.limits();
    }

    LarderClock clock() {
        return exchanges.clock();
    }
}
