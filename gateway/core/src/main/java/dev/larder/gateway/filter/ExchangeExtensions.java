package dev.larder.gateway.filter;

import dev.larder.gateway.event.CacheEventListener;

/**
 * What others than the cache contribute to exchanges.
 *
 * @param events who is told what the cache does
 * @param interceptor who takes over what is left to the origin
 * @param inspector who inspects hits
 * @param unsafeRequests answers unsafe requests in place of their origin
 * @param pendingWrites decides about others while those that it has acknowledged are not delivered
 */
public record ExchangeExtensions(
        CacheEventListener events,
        ExchangeInterceptor interceptor,
        HitInspector inspector,
        UnsafeRequestHandler unsafeRequests,
        PendingWritePolicy pendingWrites) {

    /** There are none. */
    public static final ExchangeExtensions NONE = new ExchangeExtensions(
            CacheEventListener.NONE,
            ExchangeInterceptor.NONE,
            HitInspector.NONE,
            UnsafeRequestHandler.NONE,
            PendingWritePolicy.NONE);
}
