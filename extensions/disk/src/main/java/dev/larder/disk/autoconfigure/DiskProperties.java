package dev.larder.disk.autoconfigure;

import dev.larder.gateway.autoconfigure.PropertyChecks;
import dev.larder.policies.eviction.PolicyName;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Where and how responses are stored on disk, if a store is there.
 *
 * @param path Folder of the responses, used by one process alone.
 * @param maxSize Maximum size of all responses on disk; without, 10GB behind memory, else the max-size of the store.
 * @param maxObjectSize Maximum size of the content of a response on disk; a larger one is not stored.
 * @param policy Eviction policy of the disk.
 */
@ConfigurationProperties("larder.disk")
public record DiskProperties(
        @DefaultValue("larder-cache") String path,
        @Nullable DataSize maxSize,
        @DefaultValue("1GB") DataSize maxObjectSize,
        @DefaultValue("lru") PolicyName policy) {

    public DiskProperties {
        PropertyChecks.that(!path.isBlank(), "larder.disk.path", path, "it names no folder", "larder-cache");
        PropertyChecks.that(
                maxSize == null || maxSize.toBytes() > 0,
                "larder.disk.max-size",
                maxSize,
                "a store holds at least one byte",
                "10GB");
        PropertyChecks.that(
                maxObjectSize.toBytes() > 0,
                "larder.disk.max-object-size",
                maxObjectSize,
                "a response has at least one byte",
                "1GB");
    }
}
