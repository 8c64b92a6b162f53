package dev.larder.bulk.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How large a batch may be; a larger one is answered 413.
 *
 * @param maxItems items of a batch, at most
 * @param maxBytes content of a batch, at most
 */
@ConfigurationProperties("larder.bulk")
public record BulkProperties(
        @DefaultValue("100000") int maxItems,
        @DefaultValue("128MB") DataSize maxBytes) {

    /** Checks the limits. */
    public BulkProperties {
        if (maxItems < 1) {
            throw new IllegalArgumentException("larder.bulk.max-items: expected at least 1, found " + maxItems);
        }
        if (maxBytes.toBytes() < 1) {
            throw new IllegalArgumentException("larder.bulk.max-bytes: expected at least 1B, found " + maxBytes);
        }
    }
}
