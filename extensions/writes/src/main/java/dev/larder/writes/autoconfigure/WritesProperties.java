package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.Require;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Where writes are kept that are acknowledged before their origin has them.
 *
 * @param path folder of their log, of this gateway alone; needed where a rule buffers writes
 * @param maxItems how many may wait, of all rules together; more are refused
 * @param maxSize bytes of content that may wait, of all rules together; more are refused
 * @param maxLogSize bytes that the log may take on the disk, contents that are in files of their own aside
 * @param remember how long it is known what has become of a delivered write
 * @param rememberItems of how many delivered writes it is known at most
 * @param flushTimeout how long a request waits for the delivery of earlier writes
 * @param drainTimeout how long writes are delivered when the gateway is shut down; the rest is when it starts again
 */
@ConfigurationProperties("larder.writes")
public record WritesProperties(
        @Nullable String path,
        @DefaultValue("1000000") long maxItems,
        @DefaultValue("1GB") DataSize maxSize,
        @DefaultValue("4GB") DataSize maxLogSize,
        @DefaultValue("1h") Duration remember,
        @DefaultValue("100000") int rememberItems,
        @DefaultValue("10s") Duration flushTimeout,
        @DefaultValue("20s") Duration drainTimeout) {

    private static final String PREFIX = "larder.writes.";

    public WritesProperties {
        Require.that(maxItems > 0, PREFIX + "max-items", maxItems, "at least one write may wait", "1000000");
        Require.that(maxSize.toBytes() > 0, PREFIX + "max-size", maxSize, "at least one byte may wait", "1GB");
        Require.that(
                maxLogSize.toMegabytes() >= 256,
                PREFIX + "max-log-size",
                maxLogSize,
                "the log needs room for some segments of 64 MB",
                "at least 256MB");
        Require.that(!remember.isNegative(), PREFIX + "remember", remember, "a duration is not negative", "1h");
        Require.that(
                rememberItems >= 0, PREFIX + "remember-items", rememberItems, "a number is not negative", "100000");
        Require.positive(flushTimeout, PREFIX + "flush-timeout", "10s");
        Require.positive(drainTimeout, PREFIX + "drain-timeout", "20s");
    }
}
