package dev.larder.bulk;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Answers for each item of a batch, filled in by the item's place in it. Not for several threads. */
public final class BulkResults {

    private final @Nullable ItemResult[] results;

    BulkResults(int size) {
        this.results = new @Nullable ItemResult[size];
    }

    /** An item has been applied: 200. */
    public BulkResults ok(int index) {
        return set(index, ItemResult.of(HttpStatus.OK.value()));
    }

    /**
     * An item has been applied.
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
     * An item has not been applied.
     *
     * @param status 409, 424, 425, 429 or 5xx for an item that is wanted again, another one of 3xx and 4xx for one that never is
     */
    public BulkResults failed(int index, int status, @Nullable Object body) {
        ItemResult result = ItemResult.of(status, body);
        if (result.isSuccessful()) {
            throw new IllegalArgumentException("expected a status code that is not successful: " + status);
        }
        return set(index, result);
    }

    /** What has been answered to an item, in place of what was said before. */
    public BulkResults set(int index, ItemResult result) {
        results[index] = result;
        return this;
    }

    /**
     * All of them.
     *
     * @throws IllegalStateException if there is an item without an answer
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
