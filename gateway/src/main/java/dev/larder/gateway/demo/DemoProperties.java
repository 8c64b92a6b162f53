package dev.larder.gateway.demo;

import dev.larder.gateway.autoconfigure.InvalidPropertyException;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the demo origin, read only under the profile {@code demo}. It listens on {@code server.address}, or on the
 * loopback if that is not set.
 *
 * @param latency Time that the demo origin waits before it responds.
 * @param maxAge Freshness lifetime of responses to GET, in whole seconds.
 * @param port Port on which the demo origin listens; 0 takes a free one.
 * @param connections Maximum number of requests that the demo origin processes at a time, as with database connections; 0 for
 *     no maximum.
 */
@ConfigurationProperties("larder.demo")
public record DemoProperties(
        @DefaultValue("50ms") Duration latency,
        @DefaultValue("60s") Duration maxAge,
        @DefaultValue("0") int port,
        @DefaultValue("0") int connections) {

    private static final int MAX_CONNECTIONS = 10_000;

    /** Refuses what no origin could do. */
    public DemoProperties {
        require(!latency.isNegative(), "larder.demo.latency", latency, "a duration is not negative", "50ms");
        require(!maxAge.isNegative(), "larder.demo.max-age", maxAge, "a duration is not negative", "60s");
        require(port >= 0 && port <= 65_535, "larder.demo.port", port, "a port is between 0 and 65535", "9000");
        require(
                connections >= 0 && connections <= MAX_CONNECTIONS,
                "larder.demo.connections",
                connections,
                "a number of connections is between 0 and " + MAX_CONNECTIONS,
                "16");
    }

    private static void require(boolean good, String property, Object value, String why, String instead) {
        if (!good) {
            throw new InvalidPropertyException(property, String.valueOf(value), why, instead);
        }
    }
}
