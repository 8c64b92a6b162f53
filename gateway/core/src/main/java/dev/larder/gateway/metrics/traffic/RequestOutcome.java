package dev.larder.gateway.metrics.traffic;

import dev.larder.rfc9111.Reason;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a request has come to.
 *
 * @param reason why it was, or was not, answered from the store
 * @param notStored why its response is not stored; empty if it is, or if there is none
 * @param storeAsked whether the store could be asked
 */
public record RequestOutcome(CacheResult result, Reason reason, Optional<Reason> notStored, boolean storeAsked) {

    /**
     * Why the store has not answered; empty if it has, and for requests that it could not have answered: those whose
     * Cache-Status says {@code fwd=bypass} or {@code fwd=method}, and those that were given up.
     *
     * @param ofKey what is remembered of the key, where nothing is stored under it
     */
    public Optional<MissCause> missed(Supplier<MissCause> ofKey) {
        if (result.fromStore() || result == CacheResult.LEFT || reason.bypass()) {
            return Optional.empty();
        }
        return Optional.of(storeAsked ? MissCause.of(reason, notStored, ofKey) : MissCause.STORE_FAULT);
    }
}
