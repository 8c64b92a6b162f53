package dev.larder.bulk.content;

import dev.larder.bulk.BatchRefusedException;
import dev.larder.bulk.BulkRequest;
import dev.larder.bulk.BulkWrites;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.util.List;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** Reads batches item by item, in the three formats of gateways. */
public final class BatchReader {

    private static final MediaType MULTIPART = MediaType.parseMediaType("multipart/mixed");

    private final JsonMapper mapper;
    private final BatchLimits limits;

    /** Creates a reader whose items are read by this mapper. */
    public BatchReader(JsonMapper mapper, BatchLimits limits) {
        this.mapper = mapper;
        this.limits = limits;
    }

    /** Returns the limits of a batch. */
    public BatchLimits limits() {
        return limits;
    }

    /**
     * Reads a batch.
     *
     * @param content read to its end, not closed
     * @param itemType type of the items
     * @throws BatchRefusedException if it is malformed, too large, or of an unsupported type
     * @throws IOException if the content cannot be read
     */
    public BulkWrites<?> read(BatchHead head, InputStream content, Type itemType) throws IOException {
        var bounded = new BoundedInput(content, limits);
        MediaType type = head.contentType();
        if (MediaType.APPLICATION_JSON.equalsTypeAndSubtype(type)) {
            return new BulkWrites<>(head.batchId(), items(head, itemType).array(bounded), head.itemIds(), List.of());
        }
        if (MediaType.APPLICATION_NDJSON.equalsTypeAndSubtype(type)) {
            return new BulkWrites<>(head.batchId(), items(head, itemType).lines(bounded), head.itemIds(), List.of());
        }
        if (MULTIPART.equalsTypeAndSubtype(type)) {
            return ofRequests(head, new RequestParts(bounded, boundary(type)).read(head.size()), itemType);
        }
        throw BatchRefusedException.unsupported("expected application/json, application/x-ndjson or multipart/mixed");
    }

    private BulkWrites<?> ofRequests(BatchHead head, List<BulkRequest> requests, Type itemType) {
        List<?> items = itemType == BulkRequest.class
                ? requests
                : new JsonItems(mapper, itemType, head.size()).contents(requests);
        return new BulkWrites<>(head.batchId(), items, ItemIds.of(requests, BatchHead.ID), requests);
    }

    private JsonItems items(BatchHead head, Type itemType) {
        if (itemType == BulkRequest.class) {
            throw BatchRefusedException.unsupported("expected multipart/mixed");
        }
        return new JsonItems(mapper, itemType, head.size());
    }

    private static String boundary(MediaType type) {
        String boundary = type.getParameter("boundary");
        String plain = boundary == null ? "" : boundary.replaceAll("^\"(.*)\"$", "$1");
        if (plain.isEmpty() || plain.length() > 70) {
            throw BatchRefusedException.malformed(
                    "Content-Type has no boundary of 1 to 70 characters (RFC 2046 5.1.1)");
        }
        return plain;
    }
}
