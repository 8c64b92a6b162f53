package dev.larder.writes;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the writes of one rule get to their origin.
 *
 * @param name the rule's name
 * @param bulk the origin's bulk endpoint; {@code {path}} in it stands for the path of the write. Empty: writes are sent
 *     one by one to their own targets
 * @param format of batches
 * @param sameKey whether writes with equal keys go together
 * @param flush when a batch is full
 * @param retry when what has failed is sent again
 * @param fields which of the client's fields go along
 * @param requests how many requests may be under way, and for how long
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

    /** Whether the ids of items are a field of the batch, for want of fields of their own. */
    public boolean listsItemIds() {
        return bulk.isPresent() && format != Format.MULTIPART;
    }

    /** Content of a batch. */
    public enum Format {
        /** A JSON array of the contents, which must be JSON. */
        JSON,
        /** The contents, which must be JSON, a line each. */
        NDJSON,
        /** Whole requests, as multipart/mixed of application/http (RFC 9112 10.1). */
        MULTIPART
    }

    /** Whether one batch may have several writes with equal keys. */
    public enum SameKey {
        /** In order; an origin that wants one of them again has to refuse those after it, by 424. */
        TOGETHER,
        /** Never: the next one is sent when the origin has answered the one before it. */
        ONE_BY_ONE
    }

    /**
     * When a batch is full: by whatever comes first.
     *
     * @param count writes
     * @param bytes of content
     * @param age of its oldest write
     */
    public record Flush(int count, long bytes, Duration age) {}

    /**
     * When what has failed is sent again: after delays that double, each shortened at random by up to a half.
     *
     * @param first the first delay
     * @param longest no delay is longer
     * @param attempts answers of the origin that a write may fail by before it is dead
     * @param deduplication what may be sent again without being applied again
     */
    public record Retry(Duration first, Duration longest, int attempts, Deduplication deduplication) {}

    /**
     * How many requests may be under way, and for how long.
     *
     * @param parallel how many at once
     * @param timeout how long to wait for the origin's answer
     */
    public record Requests(int parallel, Duration timeout) {}

    /** By what the origin recognizes what it has applied already. */
    public enum Deduplication {
        /** By the batch's Idempotency-Key: a batch that may have been applied is repeated as it is. */
        BATCHES,
        /** By the ids of items: they may come again in other batches. */
        ITEMS
    }

    /**
     * Names of the client's fields that go along.
     *
     * @param perItem with each write; multipart and single requests only
     * @param perBatch in the head of the batch, which then has only writes with equal values of them
     */
    public record Fields(List<String> perItem, List<String> perBatch) {

        public Fields {
            perItem = List.copyOf(perItem);
            perBatch = List.copyOf(perBatch);
        }
    }
}
