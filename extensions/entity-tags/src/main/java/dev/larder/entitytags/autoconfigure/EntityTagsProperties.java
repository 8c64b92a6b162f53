package dev.larder.entitytags.autoconfigure;

import dev.larder.gateway.autoconfigure.PropertyChecks;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Entity tags for services that send none.
 *
 * @param maxBody Maximum size of the content of a response that gets an entity tag.
 */
@ConfigurationProperties("larder.entity-tags")
public record EntityTagsProperties(@DefaultValue("1MB") DataSize maxBody) {

    private static final long LARGEST_BODY = Integer.MAX_VALUE - 1024;

    public EntityTagsProperties {
        PropertyChecks.that(
                maxBody.toBytes() > 0 && maxBody.toBytes() <= LARGEST_BODY,
                "larder.entity-tags.max-body",
                maxBody,
                "content held in memory has between 1 byte and 2047 MB",
                "1MB");
    }
}
