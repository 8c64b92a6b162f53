package dev.larder.gateway.demo;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the demo origin, read only under the profile {@code demo}.
 *
 * @param latency how long the origin waits before it answers a request
 * @param maxAge freshness lifetime that the origin states for what it answers to GET, in whole seconds
 * @param host address the origin listens on
 * @param port port the origin listens on; 0 takes a free one
 */
@ConfigurationProperties("larder.demo")
public record DemoProperties(
        @DefaultValue("50ms") Duration latency,
        @DefaultValue("60s") Duration maxAge,
        @DefaultValue("127.0.0.1") String host,
        @DefaultValue("0") int port) {

    /** Refuses what no origin could do, naming the property. */
    public DemoProperties {
        requireNotNegative("larder.demo.latency", latency);
        requireNotNegative("larder.demo.max-age", maxAge);
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("larder.demo.port must be between 0 and 65535, was " + port);
        }
    }

    private static void requireNotNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " must not be negative, was " + value);
        }
    }
}
