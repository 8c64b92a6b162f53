package dev.larder.writes;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the writes of one rule are delivered to their origin.
 *
 * @param name the rule's name
 * @param bulk the origin's bulk endpoint; {@code {path}} in it is replaced by the path of the write. Empty: writes are
 *     sent one by one to their own targets
 * @param format of batches
 * @param sameKey whether writes with equal keys may be in one batch
 * @param flush when a batch is full
 * @param retry when a failed delivery is repeated
 * @param fields which of the client's fields are forwarded
 * @param requests limits of concurrent requests
 */
public record DeliveryChannel(
        String name,
        Optional<String> bulk,
        Format format,
        SameKey sameKey,
        Flush flush,
        Retry retry,
        Fields fields,
        Requests requests) {

    /** Whether a field of the batch lists the ids of its items, because items have no fields of their own. */
    public boolean hasItemIdsField() {
        return bulk.isPresent() && format != Format.MULTIPART;
    }

    /**
     * Whether the query of a write arrives with it: in its own request, or in the address of the bulk endpoint unless that has a
     * query of its own.
     */
    public static boolean canCarryQuery(Optional<String> bulk, Format format) {
        return bulk.isEmpty()
                || format == Format.MULTIPART
                || (bulk.get().indexOf('?') < 0 && bulk.get().indexOf('#') < 0);
    }

    /** The content of a batch. */
    public enum Format {
        /** A JSON array of the contents, which must be JSON. */
        JSON,
        /** The contents, which must be JSON, one per line. */
        NDJSON,
        /** Whole requests, as multipart/mixed of application/http (RFC 9112 10.1). */
        MULTIPART
    }

    /** Whether one batch may have several writes with equal keys. */
    public enum SameKey {
        /** In order; an origin that defers one of them must reject the later ones with 424. */
        TOGETHER,
        /** Never: the next one is sent after the origin has answered the previous one. */
        ONE_BY_ONE
    }

    /**
     * When a batch is full: at the first of these limits.
     *
     * @param count writes
     * @param bytes of content
     * @param age of its oldest write
     */
    public record Flush(int count, long bytes, Duration age) {}

    /**
     * When a failed delivery is repeated: after delays that double, each shortened at random by up to a half.
     *
     * @param first the first delay
     * @param longest the maximum delay
     * @param attempts failed responses of the origin after which a write becomes a dead letter
     * @param deduplication which repetitions the origin recognizes, so that they are not applied twice
     */
    public record Retry(Duration first, Duration longest, int attempts, Deduplication deduplication) {}

    /**
     * Limits of concurrent requests.
     *
     * @param parallel maximum number of requests at a time
     * @param timeout maximum time to wait for the origin's response
     */
    public record Requests(int parallel, Duration timeout) {}

    /** How the origin recognizes writes that it has applied already. */
    public enum Deduplication {
        /** By the batch's Idempotency-Key: a batch that may have been applied is repeated unchanged. */
        BATCHES,
        /** By the ids of items: they may be repeated in other batches. */
        ITEMS
    }

    /**
     * Names of the client's fields that are forwarded.
     *
     * @param perItem with each write; multipart and single requests only
     * @param perBatch in the head of the batch, which then only has writes with equal values of them
     */
    public record Fields(List<String> perItem, List<String> perBatch) {

        public Fields {
            perItem = List.copyOf(perItem);
            perBatch = List.copyOf(perBatch);
        }
    }
}
