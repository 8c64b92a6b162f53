package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.CacheLimits;
import dev.larder.gateway.exchange.CollapsedFetches;
import dev.larder.gateway.exchange.FetchClaims;
import dev.larder.gateway.exchange.FilterChainOriginClient;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.OriginTags;
import dev.larder.gateway.exchange.ResponseStore;
import dev.larder.gateway.metrics.span.CacheStepObserver;

/** Services that find, fetch and store responses. */
public record FetchServices(
        ResponseStore store,
        CollapsedFetches fetches,
        FetchClaims claims,
        FilterChainOriginClient origin,
        OriginTags originTags,
        CacheLimits limits,
        LarderClock clock,
        CacheStepObserver spans) {}
