package dev.larder.gateway.autoconfigure;

/** Values of {@code larder.forward}. */
public enum ForwardSetting {
    /** By Larder's own client of origins, at the client's connection, where the result is certain to be the same. */
    NATIVE,
    /** By the gateway's filters and its HTTP client. */
    GATEWAY
}
