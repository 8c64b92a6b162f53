package dev.larder.entitytags.autoconfigure;

import dev.larder.gateway.autoconfigure.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What the entity tags of services that know none may take.
 *
 * @param maxTags entity tags kept in one pool; the least recently used is forgotten first
 * @param maxBytes bytes that the entity tags of one pool take, keys and overhead included
 * @param maxSize bytes that the entity tags of all pools take together
 * @param maxBody bytes of content, beyond which a response gets no entity tag
 * @param maxWait how long content is held back for its entity tag; what is slower gets none
 */
@ConfigurationProperties("larder.entity-tags")
public record EntityTagsProperties(
        @DefaultValue("10000") int maxTags,
        @DefaultValue("8MB") DataSize maxBytes,
        @DefaultValue("32MB") DataSize maxSize,
        @DefaultValue("1MB") DataSize maxBody,
        @DefaultValue("1s") Duration maxWait) {

    private static final long LARGEST_BODY = Integer.MAX_VALUE - 1024;

    public EntityTagsProperties {
        Require.that(maxTags > 0, "larder.entity-tags.max-tags", maxTags, "a pool keeps at least one", "10000");
        Require.that(maxBytes.toBytes() > 0, "larder.entity-tags.max-bytes", maxBytes, "a tag takes some bytes", "8MB");
        Require.that(
                maxSize.compareTo(maxBytes) >= 0,
                "larder.entity-tags.max-size",
                maxSize,
                "it is less than larder.entity-tags.max-bytes (" + maxBytes + "), which is for one pool",
                "a value from " + maxBytes + " on");
        Require.that(
                maxBody.toBytes() > 0 && maxBody.toBytes() <= LARGEST_BODY,
                "larder.entity-tags.max-body",
                maxBody,
                "content held in memory has between 1 byte and 2047 MB",
                "1MB");
        Require.positive(maxWait, "larder.entity-tags.max-wait", "1s");
    }
}
