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
 * The writes of one batch, in the order in which they were acknowledged: what a bulk endpoint's controller method has as a
 * parameter. A batch comes again, with the same {@link #batchId()}, until its sender has got an answer; see
 * {@link BulkBatches}.
 *
 * @param <T> what an item's content is read as, by Jackson; or {@link BulkRequest}, for batches of whole requests only
 */
public final class BulkWrites<T> {

    private static final Log LOG = LogFactory.getLog(BulkWrites.class);

    private final String batchId;
    private final List<T> items;
    private final List<String> itemIds;
    private final List<BulkRequest> requests;

    /**
     * A batch.
     *
     * @param batchId the value of Idempotency-Key
     * @param itemIds as many as items, no two of them equal; or none
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

    /** The items at these places, with the id of this batch. */
    public BulkWrites<T> subset(List<Integer> places) {
        return new BulkWrites<>(batchId, at(places, items), at(places, itemIds), at(places, requests));
    }

    private static <S> List<S> at(List<Integer> places, List<S> all) {
        return all.isEmpty() ? all : places.stream().map(all::get).toList();
    }

    /** The value of the batch's Idempotency-Key. */
    public String batchId() {
        return batchId;
    }

    /** How many items there are. */
    public int size() {
        return items.size();
    }

    /** The items, in order. */
    public List<T> items() {
        return items;
    }

    /** The ids of the items, in order: an item keeps its id in every batch. None if the sender gives none. */
    public List<String> itemIds() {
        return itemIds;
    }

    /** The requests that the items were the content of, in order; none if the batch was JSON. */
    public List<BulkRequest> requests() {
        return requests;
    }

    /**
     * One answer for all.
     *
     * @param status successful (2xx), and not 207
     */
    public BulkResult all(int status) {
        return BulkResult.all(status);
    }

    /** Answers for each item, to be filled in. */
    public BulkResults results() {
        return new BulkResults(size());
    }

    /** What a handler answers to each item, one after the other; 500 where it throws. */
    public BulkResult each(ItemHandler<? super T> handler) {
        return BulkResult.of(items.stream().map(item -> outcome(item, handler)).toList());
    }

    /**
     * What a handler answers to each item, one after the other; 500 where it throws. Once an item is wanted again, it is not
     * asked for the later ones with the same key: they are answered 424, so that they come again after it.
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

    /** The message stays here: it may say what is nobody else's business. */
    private ItemResult failure(HttpStatusCode status, Exception e) {
        LOG.warn("An item of batch " + batchId + " failed", e);
        return ItemResult.of(status.value(), ProblemDetail.forStatus(status));
    }

    /**
     * Applies one item.
     *
     * @param <T> what an item is
     */
    @FunctionalInterface
    public interface ItemHandler<T> {

        /**
         * Applies an item and says how that went.
         *
         * @throws Exception answered as 500, or as an {@link ErrorResponse} says
         */
        ItemResult handle(T item) throws Exception;
    }
}
