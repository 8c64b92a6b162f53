package dev.larder.bulk;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

/**
 * The result of one item of a batch.
 *
 * @param status status code, 200 to 599
 * @param body written as JSON; null for none
 */
@JsonPropertyOrder({"status", "body"})
public record ItemResult(int status, @Nullable Object body) {

    /** The status of an item that must not be applied before an earlier one with the same key, which is to be sent again. */
    public static final int FAILED_DEPENDENCY = 424;

    /** Checks the status. */
    public ItemResult {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("expected a final status code, 200 to 599: " + status);
        }
    }

    /** Returns a result without a body. */
    public static ItemResult of(int status) {
        return new ItemResult(status, null);
    }

    /** Returns a result with a body, which is written as JSON. */
    public static ItemResult of(int status, @Nullable Object body) {
        return new ItemResult(status, body);
    }

    /** Whether the item has been applied: 2xx. */
    @JsonIgnore
    public boolean isSuccessful() {
        return status < 300;
    }

    /** Whether the item is sent again, in another batch: 408, 424, 425, 429, or 5xx. */
    @JsonIgnore
    public boolean isWantedAgain() {
        return switch (status) {
            case 408, FAILED_DEPENDENCY, 425, 429 -> true;
            default -> status >= 500;
        };
    }
}
