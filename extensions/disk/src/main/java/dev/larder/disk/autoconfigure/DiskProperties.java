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
 * @param path folder of the responses, owned by one process
 * @param maxSize bytes that the responses may take together; 10GB behind memory, max-size of the store if it is on disk alone
 * @param maxObjectSize bytes of content, beyond which a response is not stored
 * @param policy eviction policy: which responses stay when max-size is reached
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
