package dev.larder.gateway.exchange;

import dev.larder.gateway.message.BodyIdleTimeout;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.store.BodyRecorderFactory;
import dev.larder.gateway.store.ContentMemory;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Limits for one request.
 *
 * @param maxObjectSize maximum size in bytes of a stored response, unless its rule sets another
 * @param collapseTimeout how long a request waits for another one's origin request
 * @param pauses limits pauses between two pieces of a body that is being recorded
 * @param beyondHeap recorders for the larger bodies in the store of a name, or in that of all others, if there are any
 * @param memory what responses may take before they are handed to connections
 */
public record CacheLimits(
        long maxObjectSize,
        Duration collapseTimeout,
        BodyIdleTimeout pauses,
        Function<Optional<String>, Optional<BodyRecorderFactory>> beyondHeap,
        ContentMemory.Account memory) {

    /** Large enough that its entry costs less than a hundredth of it, small enough that a short range does not move much. */
    private static final int LARGEST_SLICE = 256 * 1024;

    private static final int SLICES_PER_OBJECT = 4;

    /**
     * Returns the octets of a slice of responses under this rule: a slice is read into the heap as a whole, so it is smaller than what may be
     * there; 0 if responses are not stored in slices, as if their content must be read as a whole.
     */
    int sliceSize(RequestRule rule) {
        if (!rule.invalidation().contentPools().isEmpty()) {
            return 0;
        }
        return (int) Math.min(LARGEST_SLICE, Math.min(maxObjectSize, maxObjectSize(rule)) / SLICES_PER_OBJECT);
    }

    /** Returns the maximum size in bytes of responses stored under this rule. */
    public long maxObjectSize(RequestRule rule) {
        return rule.handling().maxObjectSize().orElse(maxObjectSize);
    }

    /** Returns where bodies larger than {@link #maxObjectSize(RequestRule)} are recorded. */
    public Optional<BodyRecorderFactory> beyondHeap(RequestRule rule) {
        return beyondHeap.apply(rule.handling().store());
    }

    /** Returns where a body of this announced length is recorded if it is larger; nowhere if its content must be read as a whole. */
    Optional<BodyRecorderFactory> beyondHeap(RequestRule rule, OptionalLong announced) {
        return rule.invalidation().contentPools().isEmpty()
                ? beyondHeap(rule).filter(place -> place.accepts(announced))
                : Optional.empty();
    }

    /** Returns whether a response may be stored, as far as its length is known. */
    public boolean allows(OptionalLong announced, RequestRule rule) {
        return announced.orElse(0) <= maxObjectSize(rule)
                || beyondHeap(rule).filter(place -> place.accepts(announced)).isPresent();
    }
}
