package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.store.LookupResult;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ReceptionTimes;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StaleServing;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.StoredResponse;
import dev.larder.rfc9111.Validation;
import java.time.Instant;
import java.util.Optional;

/**
 * The stored response that a request selects (RFC 9111 4.1), among all stored under its key.
 *
 * @param stamp stamp of the entry; the response may be used without validation only while no write invalidates it
 */
public record SelectedResponse(ResponseVariants variants, StoredResponse response, EpochStamp stamp) {

    private static final int NOT_MODIFIED = 304;

    /** Returns the response that a request selects from what a lookup has found. */
    static SelectedResponse of(LookupResult found, StoredResponse response) {
        return new SelectedResponse(found.variants().orElseThrow(), response, found.stamp());
    }

    /** Returns the reason that allows the response to be served although the origin failed; empty if none does. */
    public Optional<Reason> whenOriginFails(
            ResponseStore store, ExchangeRequest request, Failure failure, Instant now) {
        return store.isUsable(stamp)
                ? StaleServing.allowed(request.head(), response, request.policy(), failure, now)
                : Optional.empty();
    }

    /** Returns the request that validates the response (RFC 9111 4.3.1): after a write, without what would confirm the state before it. */
    RequestHead validating(ResponseStore store, ExchangeRequest request) {
        return Validation.conditional(request.head(), response, !store.isUsable(stamp));
    }

    /**
     * Evaluates the response to that request.
     *
     * @param conditional whether the request had a condition
     */
    Validation.Outcome judge(
            ExchangeRequest request, boolean conditional, ResponseHead received, ReceptionTimes reception) {
        return received.status() == NOT_MODIFIED && !conditional
                ? new Validation.Outcome.Unusable(Reason.NOT_MODIFIED_WITHOUT_CONDITION)
                : Validation.judge(request.head(), variants, response, received, request.policy(), reception);
    }
}
