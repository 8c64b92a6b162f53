package dev.larder.bulk;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Collects the results of a batch by the index of each item. Not thread-safe. */
public final class BulkResults {

    private final @Nullable ItemResult[] results;

    BulkResults(int size) {
        this.results = new @Nullable ItemResult[size];
    }

    /** Marks an item as applied: 200. */
    public BulkResults ok(int index) {
        return set(index, ItemResult.of(HttpStatus.OK.value()));
    }

    /**
     * Marks an item as applied.
     *
     * @param status 2xx
     */
    public BulkResults ok(int index, int status, @Nullable Object body) {
        ItemResult result = ItemResult.of(status, body);
        if (!result.isSuccessful()) {
            throw new IllegalArgumentException("expected a successful status code: " + status);
        }
        return set(index, result);
    }

    /**
     * Marks an item as not applied.
     *
     * @param status 408, 424, 425, 429 or 5xx if the item is to be sent again, another one of 3xx and 4xx if never
     */
    public BulkResults failed(int index, int status, @Nullable Object body) {
        ItemResult result = ItemResult.of(status, body);
        if (result.isSuccessful()) {
            throw new IllegalArgumentException("expected a status code that is not successful: " + status);
        }
        return set(index, result);
    }

    /** Sets the result of an item, replacing an earlier one. */
    public BulkResults set(int index, ItemResult result) {
        results[index] = result;
        return this;
    }

    /**
     * Returns all results.
     *
     * @throws IllegalStateException if an item has no result
     */
    public BulkResult build() {
        int missing = Arrays.asList(results).indexOf(null);
        if (missing >= 0) {
            throw new IllegalStateException("no result for item " + missing + " of " + results.length);
        }
        return BulkResult.of(
                List.of(results).stream().map(Objects::requireNonNull).toList());
    }
}
