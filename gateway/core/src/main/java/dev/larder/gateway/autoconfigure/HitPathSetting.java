package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.connection.HitLevel;

/** Values of {@code larder.hit-path}. */
public enum HitPathSetting {
    /** As early as the application and the route allow. */
    AUTO(HitLevel.CONNECTION),
    /** In the route's own filter. */
    GATEWAY(HitLevel.GATEWAY),
    /** After the web filters, where the route allows it; the gateway does not start if the application does not. */
    WEB(HitLevel.WEB),
    /** At the connection, where the route allows it; the gateway does not start if the application does not. */
    CONNECTION(HitLevel.CONNECTION);

    private final HitLevel earliest;

    HitPathSetting(HitLevel earliest) {
        this.earliest = earliest;
    }

    /** Returns the earliest level at which hits may be answered. */
    HitLevel earliest() {
        return earliest;
    }

    /** Returns whether all hits are answered by the filters of their routes. */
    boolean isOnRoutes() {
        return earliest == HitLevel.GATEWAY;
    }
}
