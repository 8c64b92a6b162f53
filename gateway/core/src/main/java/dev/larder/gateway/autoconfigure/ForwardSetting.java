package dev.larder.gateway.autoconfigure;

/** Values of {@code larder.forward}. */
public enum ForwardSetting {
    /** By Larder's own client of origins: at the client's connection where the result is certain to be the same, else behind the filters. */
    NATIVE,
    /** As {@link #NATIVE}, and by HTTP/2 to origins that select it when TLS is agreed on. */
    NATIVE_HTTP2,
    /** By the gateway's HTTP client, behind its filters. */
    GATEWAY
}
