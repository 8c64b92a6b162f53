package dev.larder.acceptance.matrix;

import dev.larder.acceptance.kit.GatewayFixture;

/** A way that a request can take through the gateway. */
enum RequestWay {
    /** Answered and forwarded at the connection. */
    CONNECTION("connection", "native"),
    /** Answered by the route's filter and forwarded by Spring Cloud Gateway's client. */
    FILTER("gateway", "gateway"),
    /** Answered before the filters of Spring Cloud Gateway, behind the application's web filters. */
    WEB("web", "gateway"),
    /** A write on a route without a cache, which invalidates by the filter {@code WriteInvalidation}. */
    UNCACHED_WRITE("connection", "native"),
    /** A GET with a Range field. */
    RANGE("connection", "native"),
    /** A HEAD request. */
    HEAD("connection", "native");

    private final String level;
    private final String forward;

    RequestWay(String level, String forward) {
        this.level = level;
        this.forward = forward;
    }

    /** Returns a gateway that is not started, at the level of this way. */
    GatewayFixture.Builder gateway() {
        return GatewayFixture.inJvm().property("larder.hit-path", level).property("larder.forward", forward);
    }
}
