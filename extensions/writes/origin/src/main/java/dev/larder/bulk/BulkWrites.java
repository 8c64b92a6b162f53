package dev.larder.bulk;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;

/**
 * The writes of one batch, in the order of their acknowledgement: the parameter of a bulk endpoint's controller method.
 * A batch is repeated, with the same {@link #batchId()}, until its sender has received a response; see
 * {@link BulkBatches}.
 *
 * @param <T> type of an item's content, read by Jackson; or {@link BulkRequest}, for batches of whole requests only
 */
public final class BulkWrites<T> {

    private static final Log LOG = LogFactory.getLog(BulkWrites.class);

    private final String batchId;
    private final List<T> items;
    private final List<String> itemIds;
    private final List<BulkRequest> requests;

    /**
     * Creates a batch.
     *
     * @param batchId the value of Idempotency-Key
     * @param itemIds as many as items, all distinct; or none
     * @param requests as many as items, or none
     */
    public BulkWrites(String batchId, List<T> items, List<String> itemIds, List<BulkRequest> requests) {
        if (!requests.isEmpty() && requests.size() != items.size()) {
            throw new IllegalArgumentException(items.size() + " items of " + requests.size() + " requests");
        }
        if (!itemIds.isEmpty() && itemIds.size() != items.size()) {
            throw new IllegalArgumentException(items.size() + " items with " + itemIds.size() + " ids");
        }
        this.batchId = batchId;
        this.items = List.copyOf(items);
        this.itemIds = List.copyOf(itemIds);
        this.requests = List.copyOf(requests);
    }

    /** Returns the items at these indexes, with the id of this batch. */
    public BulkWrites<T> subset(List<Integer> places) {
        return new BulkWrites<>(batchId, at(places, items), at(places, itemIds), at(places, requests));
    }

    private static <S> List<S> at(List<Integer> places, List<S> all) {
        return all.isEmpty() ? all : places.stream().map(all::get).toList();
    }

    /** Returns the value of the batch's Idempotency-Key. */
    public String batchId() {
        return batchId;
    }

    /** Returns the number of items. */
    public int size() {
        return items.size();
    }

    /** Returns the items, in order. */
    public List<T> items() {
        return items;
    }

    /** Returns the ids of the items, in order: an item keeps its id in every batch. Empty if the sender provides none. */
    public List<String> itemIds() {
        return itemIds;
    }

    /** Returns the requests of the items, in order; empty if the batch is JSON. */
    public List<BulkRequest> requests() {
        return requests;
    }

    /**
     * Returns one result for all items.
     *
     * @param status successful (2xx), and not 207
     */
    public BulkResult all(int status) {
        return BulkResult.all(status);
    }

    /** Returns a collector for the results of the items. */
    public BulkResults results() {
        return new BulkResults(size());
    }

    /** Returns the results of a handler for each item, one after the other; 500 if it throws. */
    public BulkResult each(ItemHandler<? super T> handler) {
        return BulkResult.of(items.stream().map(item -> outcome(item, handler)).toList());
    }

    /**
     * Returns the results of a handler for each item, one after the other; 500 if it throws. After an item that is to be sent
     * again, later ones with the same key are not passed to the handler: they get 424, so that they are sent again after it.
     *
     * @param key of an item; null is a key, too
     */
    public BulkResult each(Function<? super T, ? extends @Nullable Object> key, ItemHandler<? super T> handler) {
        Set<@Nullable Object> waiting = new HashSet<>();
        List<ItemResult> results = new ArrayList<>(size());
        for (T item : items) {
            Object itemKey = key.apply(item);
            ItemResult result =
                    waiting.contains(itemKey) ? ItemResult.of(ItemResult.FAILED_DEPENDENCY) : outcome(item, handler);
            if (result.isWantedAgain()) {
                waiting.add(itemKey);
            }
            results.add(result);
        }
        return BulkResult.of(results);
    }

    private <S> ItemResult outcome(S item, ItemHandler<? super S> handler) {
        try {
            return handler.handle(item);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failure(HttpStatus.INTERNAL_SERVER_ERROR, e);
        } catch (Exception e) {
            return e instanceof ErrorResponse response
                    ? ItemResult.of(response.getStatusCode().value(), response.getBody())
                    : failure(HttpStatus.INTERNAL_SERVER_ERROR, e);
        }
    }

    /** The message is only logged: it may be confidential. */
    private ItemResult failure(HttpStatusCode status, Exception e) {
        LOG.warn("An item of batch " + batchId + " failed", e);
        return ItemResult.of(status.value(), ProblemDetail.forStatus(status));
    }

    /**
     * Applies one item.
     *
     * @param <T> type of an item
     */
    @FunctionalInterface
    public interface ItemHandler<T> {

        /**
         * Applies an item and returns its result.
         *
         * @throws Exception results in 500, or in the status of an {@link ErrorResponse}
         */
        ItemResult handle(T item) throws Exception;
    }
}
