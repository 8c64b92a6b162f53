package dev.larder.bulk.content;

import dev.larder.bulk.BatchRefusedException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * The fields of a batch.
 *
 * @param batchId the value of Idempotency-Key
 * @param size number of items
 * @param itemIds the ids of its items, in order; empty if they are not listed
 * @param contentType media type of its content
 */
public record BatchHead(String batchId, int size, List<String> itemIds, MediaType contentType) {

    public BatchHead {
        itemIds = List.copyOf(itemIds);
    }

    /** The field with the id of the batch: a string (RFC 9651 3.3.3). */
    public static final String ID = "Idempotency-Key";

    /** The field with the number of items in the batch: an integer (RFC 9651 3.3.1). */
    public static final String SIZE = "Larder-Batch-Size";

    /**
     * Reads the fields.
     *
     * @throws BatchRefusedException if they are insufficient, or announce more than allowed
     */
    public static BatchHead of(HttpHeaders fields, BatchLimits limits) {
        int size = size(only(fields, SIZE));
        if (size > limits.items()) {
            throw BatchRefusedException.tooLarge(
                    SIZE + " is " + size + ", at most " + limits.items() + " items are read");
        }
        if (fields.getContentLength() > limits.bytes()) {
            throw limits.tooManyBytes();
        }
        return new BatchHead(string(only(fields, ID)), size, ItemIds.listed(fields, size), contentType(fields));
    }

    private static MediaType contentType(HttpHeaders fields) {
        try {
            MediaType contentType = fields.getContentType();
            if (contentType == null) {
                throw BatchRefusedException.unsupported("expected the field Content-Type");
            }
            return contentType;
        } catch (InvalidMediaTypeException e) {
            throw BatchRefusedException.unsupported("Content-Type is no media type");
        }
    }

    private static String only(HttpHeaders fields, String name) {
        @Nullable List<String> values = fields.get(name);
        if (values == null || values.size() != 1) {
            throw BatchRefusedException.malformed("expected the field " + name + " once");
        }
        return values.get(0).trim();
    }

    private static int size(String value) {
        if (!value.matches("\\d{1,9}")) {
            throw BatchRefusedException.malformed(SIZE + " is not a number of items");
        }
        return Integer.parseInt(value);
    }

    private static String string(String value) {
        if (!value.matches("\"(?:[ !#-\\[\\]-~]|\\\\[\"\\\\])++\"")) {
            throw BatchRefusedException.malformed(ID + " is not a string in quotes (RFC 9651 3.3.3), or empty");
        }
        return value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1");
    }
}
