package dev.larder.bulk;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * The response to a batch: one successful status for all items, or 207 with a JSON array of results in order. Returned
 * from a controller method like any other response entity.
 */
public final class BulkResult extends ResponseEntity<@Nullable List<ItemResult>> {

    private BulkResult(@Nullable List<ItemResult> body, HttpHeaders fields, HttpStatusCode status) {
        super(body, fields, status);
    }

    /**
     * Returns one result for all items.
     *
     * @param status successful (2xx), and not 207
     */
    public static BulkResult all(int status) {
        if (status < 200 || status > 299 || status == HttpStatus.MULTI_STATUS.value()) {
            throw new IllegalArgumentException("expected a successful status code other than 207: " + status);
        }
        return new BulkResult(null, HttpHeaders.EMPTY, HttpStatusCode.valueOf(status));
    }

    /** Returns individual results; a single status if all are the same success without a body. */
    public static BulkResult of(List<ItemResult> results) {
        if (!results.isEmpty() && areOneSuccess(results)) {
            return all(results.get(0).status());
        }
        var fields = new HttpHeaders();
        fields.setContentType(MediaType.APPLICATION_JSON);
        return new BulkResult(List.copyOf(results), fields, HttpStatus.MULTI_STATUS);
    }

    /**
     * Returns the results of this many items, one for each.
     *
     * @throws IllegalStateException if these are results of another number of items
     */
    public List<ItemResult> results(int size) {
        List<ItemResult> each = getBody();
        if (each == null) {
            return Collections.nCopies(size, ItemResult.of(getStatusCode().value()));
        }
        if (each.size() != size) {
            throw new IllegalStateException(each.size() + " results for " + size + " items");
        }
        return each;
    }

    private static boolean areOneSuccess(List<ItemResult> results) {
        ItemResult first = results.get(0);
        return first.isSuccessful()
                && first.status() != HttpStatus.MULTI_STATUS.value()
                && results.stream().allMatch(result -> result.status() == first.status() && result.body() == null);
    }
}
