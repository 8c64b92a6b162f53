package dev.larder.gateway.autoconfigure;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Bounds on what clients and origins may use.
 *
 * @param requestHeaderTimeout Maximum time to wait for the headers of a request.
 * @param requestBodyIdleTimeout Maximum time between two parts of the content of a request.
 * @param requestBodyTimeout Maximum time to receive all content of a request.
 * @param responseWriteTimeout Maximum time that a client may leave pending response data unread.
 * @param originBodyIdleTimeout Maximum time between two parts of an origin response that is being stored.
 * @param maxPendingOriginRequests Maximum number of requests that wait for an origin connection; others get 503.
 * @param maxConnections Maximum number of client connections, within the limit on file descriptors; others are closed.
 * @param maxConnectionsPerClient Maximum number of connections from one address; others are closed.
 */
@ConfigurationProperties("larder.limits")
public record LimitsProperties(
        @DefaultValue("10s") Duration requestHeaderTimeout,
        @DefaultValue("10s") Duration requestBodyIdleTimeout,
        @DefaultValue("1h") Duration requestBodyTimeout,
        @DefaultValue("60s") Duration responseWriteTimeout,
        @DefaultValue("30s") Duration originBodyIdleTimeout,
        @DefaultValue("2000") int maxPendingOriginRequests,
        @DefaultValue("20000") int maxConnections,
        @DefaultValue("5000") int maxConnectionsPerClient) {

    public LimitsProperties {
        PropertyChecks.positive(requestHeaderTimeout, "larder.limits.request-header-timeout", "10s");
        PropertyChecks.positive(requestBodyIdleTimeout, "larder.limits.request-body-idle-timeout", "10s");
        PropertyChecks.positive(requestBodyTimeout, "larder.limits.request-body-timeout", "1h");
        PropertyChecks.positive(responseWriteTimeout, "larder.limits.response-write-timeout", "60s");
        PropertyChecks.positive(originBodyIdleTimeout, "larder.limits.origin-body-idle-timeout", "30s");
        PropertyChecks.that(
                maxPendingOriginRequests > 0,
                "larder.limits.max-pending-origin-requests",
                maxPendingOriginRequests,
                "at least one request must be able to wait",
                "2000");
        PropertyChecks.that(
                maxConnections > 0,
                "larder.limits.max-connections",
                maxConnections,
                "at least one client must be able to connect",
                "20000");
        PropertyChecks.that(
                maxConnectionsPerClient > 0,
                "larder.limits.max-connections-per-client",
                maxConnectionsPerClient,
                "each client has at least one connection",
                "5000");
    }

    /** The share of one address in a scarce resource: the same part as of the connections, and at least one. */
    public long ofOneAddress(long all) {
        return Math.max(1, (long) (all * Math.min(1, (double) maxConnectionsPerClient / maxConnections)));
    }
}
