package dev.larder.writes.autoconfigure;

import dev.larder.writes.DeliveryChannel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Which writes Larder acknowledges before their origin has them, and how it delivers them. All parts have the same prefix.
 *
 * @param acceptance which writes are acknowledged
 * @param batches what is sent to the origin together
 * @param delivery how batches are sent
 */
public record BufferedWriteProperties(Acceptance acceptance, Batches batches, Delivery delivery) {

    private static final String JSON_ORDER = "json:";

    /**
     * Which writes are acknowledged.
     *
     * @param methods Methods of the buffered requests: POST, PUT or PATCH.
     * @param contentTypes Media types of the buffered requests, such as application/json or text/*; without any, all of them.
     * @param maxSize Maximum size of the content of a write; a larger one is refused.
     * @param onlyIfPreferred Whether only requests with Prefer: respond-async are buffered.
     * @param orderBy Key of the writes that are delivered in their order: path, target, header:NAME, query:NAME, json:POINTER or
     *     none.
     */
    public record Acceptance(
            @DefaultValue("POST") Set<String> methods,
            @DefaultValue Set<String> contentTypes,
            @DefaultValue("1MB") DataSize maxSize,
            @DefaultValue("false") boolean onlyIfPreferred,
            @DefaultValue("path") String orderBy) {

        public Acceptance {
            methods = Set.copyOf(methods);
            contentTypes = Set.copyOf(contentTypes);
        }
    }

    /**
     * What is sent to the origin together.
     *
     * @param bulk Bulk endpoint of the origin, such as /bulk/{path}; without, each write is sent by itself.
     * @param format Format of batches.
     * @param sameKey Whether a batch may contain several writes with the same key (together), or one only (one-by-one).
     * @param flushCount Maximum number of writes in a batch.
     * @param flushSize Maximum size of a batch.
     * @param flushInterval Maximum time that a write waits for its batch to fill.
     * @param fieldsPerItem Names of the request fields that are delivered with each write.
     * @param fieldsPerBatch Names of the request fields that are delivered with a batch.
     */
    public record Batches(
            @Nullable String bulk,
            @DefaultValue("json") DeliveryChannel.Format format,
            @DefaultValue("together") DeliveryChannel.SameKey sameKey,
            @DefaultValue("10000") int flushCount,
            @DefaultValue("8MB") DataSize flushSize,
            @DefaultValue("5s") Duration flushInterval,
            @DefaultValue List<String> fieldsPerItem,
            @DefaultValue List<String> fieldsPerBatch) {

        public Batches {
            fieldsPerItem = List.copyOf(fieldsPerItem);
            fieldsPerBatch = List.copyOf(fieldsPerBatch);
        }
    }

    /**
     * How batches are sent.
     *
     * @param parallel Maximum number of delivery requests at a time.
     * @param timeout Maximum time to wait for the response to a delivery.
     * @param attempts Maximum number of failed deliveries before a write becomes a dead letter.
     * @param deduplication What the origin recognizes as applied: batches by their Idempotency-Key, or items by their ids, so that a
     *     batch without a clear response may be split.
     */
    public record Delivery(
            @DefaultValue("4") int parallel,
            @DefaultValue("30s") Duration timeout,
            @DefaultValue("10") int attempts,
            @DefaultValue("batches") DeliveryChannel.Deduplication deduplication) {}

    /** Whether the content of writes must be JSON: a batch in this format, or their order, is made of it. */
    boolean needsJson() {
        return (batches.bulk() != null && batches.format() != DeliveryChannel.Format.MULTIPART)
                || acceptance.orderBy().regionMatches(true, 0, JSON_ORDER, 0, JSON_ORDER.length());
    }
}
