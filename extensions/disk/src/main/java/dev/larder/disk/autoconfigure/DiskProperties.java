package dev.larder.disk.autoconfigure;

import dev.larder.gateway.autoconfigure.Require;
import dev.larder.policies.eviction.PolicyName;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Where and how responses are stored on disk, if a store is there.
 *
 * @param path folder, of this process alone
 * @param maxSize bytes that the responses may take together; behind a memory 10GB, and the max-size of the store if that is
 *     on disk alone
 * @param maxObjectSize bytes of content, beyond which a response is not stored
 * @param policy who decides which responses stay
 */
@ConfigurationProperties("larder.disk")
public record DiskProperties(
        @DefaultValue("larder-cache") String path,
        @Nullable DataSize maxSize,
        @DefaultValue("1GB") DataSize maxObjectSize,
        @DefaultValue("lru") PolicyName policy) {

    public DiskProperties {
        Require.that(!path.isBlank(), "larder.disk.path", path, "it names no folder", "larder-cache");
        Require.that(
                maxSize == null || maxSize.toBytes() > 0,
                "larder.disk.max-size",
                maxSize,
                "a store holds at least one byte",
                "10GB");
        Require.that(
                maxObjectSize.toBytes() > 0,
                "larder.disk.max-object-size",
                maxObjectSize,
                "a response has at least one byte",
                "1GB");
    }
}
