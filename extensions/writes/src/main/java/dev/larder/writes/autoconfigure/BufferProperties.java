package dev.larder.writes.autoconfigure;

import dev.larder.writes.Channel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Which writes are acknowledged before their origin has them, and how they get there.
 *
 * @param methods their methods: POST, PUT or PATCH
 * @param bulk the origin's bulk endpoint, such as /bulk/{path}; without, they are sent one by one
 * @param format of batches
 * @param contentTypes of their content, such as application/json or text/*; without, any
 * @param json whether their content has to be JSON; without, if the format of batches needs it
 * @param maxSize bytes of content, beyond which they are refused
 * @param onlyIfPreferred whether only those are buffered that say Prefer: respond-async
 * @param orderBy which are delivered in their order: path, target, header:NAME, query:NAME, json:POINTER or none
 * @param sameKey whether a batch may have several whose order counts
 * @param flushCount a batch is sent when there are so many
 * @param flushSize a batch is sent when there are so many bytes
 * @param flushAge a batch is sent when the oldest has waited for so long
 * @param parallel how many requests to the origin may be under way at once
 * @param timeout how long to wait for the origin's answer
 * @param retryFirst how long to wait before what has failed is sent again; doubled each time
 * @param retryLongest how long to wait at most
 * @param attempts answers of the origin that a write may fail by before it is dead
 * @param deduplication by what the origin recognizes what it has applied: batches by their Idempotency-Key, or items by their
 *     own ids, so that a batch without a clear answer may be taken apart
 * @param fieldsPerItem names of the client's fields that go along with each
 * @param fieldsPerBatch names of the client's fields that go along with the batch
 * @param maxItems how many may wait; more are refused
 * @param maxWaiting bytes that may wait; more are refused
 */
@ConfigurationPropertiesSource
public record BufferProperties(
        @DefaultValue("POST") Set<String> methods,
        @Nullable String bulk,
        @DefaultValue("json") Channel.Format format,
        @DefaultValue Set<String> contentTypes,
        @Nullable Boolean json,
        @DefaultValue("1MB") DataSize maxSize,
        @DefaultValue("false") boolean onlyIfPreferred,
        @DefaultValue("path") String orderBy,
        @DefaultValue("together") Channel.SameKey sameKey,
        @DefaultValue("10000") int flushCount,
        @DefaultValue("8MB") DataSize flushSize,
        @DefaultValue("5s") Duration flushAge,
        @DefaultValue("4") int parallel,
        @DefaultValue("30s") Duration timeout,
        @DefaultValue("1s") Duration retryFirst,
        @DefaultValue("30s") Duration retryLongest,
        @DefaultValue("10") int attempts,
        @DefaultValue("batches") Channel.Deduplication deduplication,
        @DefaultValue List<String> fieldsPerItem,
        @DefaultValue List<String> fieldsPerBatch,
        @DefaultValue("1000000") long maxItems,
        @DefaultValue("1GB") DataSize maxWaiting) {

    public BufferProperties {
        methods = Set.copyOf(methods);
        contentTypes = Set.copyOf(contentTypes);
        fieldsPerItem = List.copyOf(fieldsPerItem);
        fieldsPerBatch = List.copyOf(fieldsPerBatch);
    }

    /** Whether the contents of batches have to be JSON. */
    boolean needsJson() {
        return json == null ? bulk != null && format != Channel.Format.MULTIPART : json;
    }
}
