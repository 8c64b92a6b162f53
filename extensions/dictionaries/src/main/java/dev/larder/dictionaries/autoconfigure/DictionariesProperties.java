package dev.larder.dictionaries.autoconfigure;

import dev.larder.dictionaries.DictionaryLimits;
import dev.larder.gateway.autoconfigure.PropertyChecks;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Differences from responses that clients have already.
 *
 * @param maxSize Maximum size of all earlier responses that are remembered, and of what is encoded with them.
 * @param requireHttps Whether only requests by HTTPS have to do with dictionaries; false behind a proxy that ends TLS.
 */
@ConfigurationProperties("larder.dictionaries")
public record DictionariesProperties(
        @DefaultValue("32MB") DataSize maxSize,
        @DefaultValue("true") boolean requireHttps) {

    public DictionariesProperties {
        PropertyChecks.that(
                maxSize.toBytes() >= DictionaryLimits.MIN_SIZE,
                "larder.dictionaries.max-size",
                maxSize,
                "half of it is for earlier responses, of up to 1 MB each",
                "32MB");
    }

    DictionaryLimits limits() {
        return DictionaryLimits.of(maxSize.toBytes());
    }
}
