package dev.larder.gateway.metrics.traffic;

import dev.larder.rfc9111.Reason;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The outcome of a request.
 *
 * @param reason why it was, or was not, answered from the store
 * @param notStored why its response is not stored; empty if it is, or if there is none
 * @param storeAsked whether the store was available
 */
public record RequestOutcome(CacheResult result, Reason reason, Optional<Reason> notStored, boolean storeAsked) {

    /**
     * Returns why the store has not answered; empty if it has, and for requests that it could not have answered: those whose
     * Cache-Status has {@code fwd=bypass} or {@code fwd=method}, and abandoned ones.
     *
     * @param ofKey returns the cause known for the key, if nothing is stored under it
     */
    public Optional<MissCause> missed(Supplier<MissCause> ofKey) {
        if (result.isFromStore() || result == CacheResult.LEFT || reason.isBypass()) {
            return Optional.empty();
        }
        return Optional.of(storeAsked ? MissCause.of(reason, notStored, ofKey) : MissCause.STORE_FAULT);
    }
}
