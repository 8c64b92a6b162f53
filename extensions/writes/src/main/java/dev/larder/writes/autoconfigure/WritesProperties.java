package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.PropertyChecks;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Where Larder keeps the writes that it acknowledges before their origin has them.
 *
 * @param path Folder of the write log, used by this gateway alone; needed if a rule buffers writes.
 * @param maxSize Maximum size of all waiting writes; the log takes up to four times as much on the disk, and at least 256MB.
 * @param idempotencyRetention Time for which the outcome of a delivered write is remembered.
 * @param drainTimeout Maximum time to deliver writes at shutdown; the others are delivered after the next start.
 */
@ConfigurationProperties("larder.writes")
public record WritesProperties(
        @Nullable String path,
        @DefaultValue("1GB") DataSize maxSize,
        @DefaultValue("1h") Duration idempotencyRetention,
        @DefaultValue("20s") Duration drainTimeout) {

    /** The log has delivered writes too until it is compacted, and some segments of 64 MB in any case. */
    private static final int LOG_FACTOR = 4;

    private static final DataSize SMALLEST_LOG = DataSize.ofMegabytes(256);
    private static final String PREFIX = "larder.writes.";

    public WritesProperties {
        PropertyChecks.that(maxSize.toBytes() > 0, PREFIX + "max-size", maxSize, "at least one byte may wait", "1GB");
        PropertyChecks.that(
                !idempotencyRetention.isNegative(),
                PREFIX + "idempotency-retention",
                idempotencyRetention,
                "a duration is not negative",
                "1h");
        PropertyChecks.positive(drainTimeout, PREFIX + "drain-timeout", "20s");
    }

    /** Bytes that the log may take on the disk, beside contents in files of their own. */
    long maxLogBytes() {
        return Math.max(SMALLEST_LOG.toBytes(), LOG_FACTOR * Math.min(maxSize.toBytes(), Long.MAX_VALUE / LOG_FACTOR));
    }
}
