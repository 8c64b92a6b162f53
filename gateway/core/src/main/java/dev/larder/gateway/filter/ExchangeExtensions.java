package dev.larder.gateway.filter;

import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.exchange.PendingWritePolicy;

/**
 * Extensions that take part in exchanges.
 *
 * @param events is notified of what the cache does
 * @param interceptor takes over exchanges that are left to the origin
 * @param inspector inspects hits
 * @param unsafeRequests answers unsafe requests in place of the origin
 * @param pendingWrites decides about other requests while acknowledged writes are not delivered
 */
public record ExchangeExtensions(
        CacheEventListener events,
        ExchangeInterceptor interceptor,
        HitInspector inspector,
        UnsafeRequestHandler unsafeRequests,
        PendingWritePolicy pendingWrites) {

    /** No extensions. */
    public static final ExchangeExtensions NONE = new ExchangeExtensions(
            CacheEventListener.NONE,
            ExchangeInterceptor.NONE,
            HitInspector.NONE,
            UnsafeRequestHandler.NONE,
            PendingWritePolicy.NONE);
}
