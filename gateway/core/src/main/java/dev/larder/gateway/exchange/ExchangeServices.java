package dev.larder.gateway.exchange;

import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.store.ResponseStore;

/**
 * Services shared by all exchanges.
 *
 * @param store finds and stores responses
 * @param fetches the fetches under way that others may join
 * @param originTags tags that the origin gives to its responses
 * @param limits limits of stored responses and of waiting
 * @param events is notified of what the cache does
 * @param pendingWrites decides about requests while acknowledged writes are not delivered
 * @param reporter reports what the cache did
 */
public record ExchangeServices(
        ResponseStore store,
        CollapsedFetches fetches,
        OriginTags originTags,
        CacheLimits limits,
        CacheEventListener events,
        PendingWritePolicy pendingWrites,
        ExchangeReporter reporter) {

    /** Returns the clock of all exchanges. */
    public LarderClock clock() {
        return reporter.clock();
    }
}
