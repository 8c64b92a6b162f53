package dev.larder.gateway.filter;

import dev.larder.gateway.event.CacheEventListener;

/**
 * What others than the cache contribute to exchanges.
 *
 * @param events who is told what the cache does
 * @param interceptor who takes over what is left to the origin
 * @param inspector who inspects hits
 */
public record Extensions(CacheEventListener events, ExchangeInterceptor interceptor, HitInspector inspector) {

    /** There are none. */
    public static final Extensions NONE =
            new Extensions(CacheEventListener.NONE, ExchangeInterceptor.NONE, HitInspector.NONE);
}
