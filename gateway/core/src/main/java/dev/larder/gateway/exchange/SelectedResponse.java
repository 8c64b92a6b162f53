package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StaleServing;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.StoredResponse;
import java.time.Instant;
import java.util.Optional;

/**
 * The stored response that a request selects (RFC 9111 4.1), among all stored under its key.
 *
 * @param stamp stamp of the entry; the response may be used without validation only while no write invalidates it
 */
public record SelectedResponse(ResponseVariants variants, StoredResponse response, EpochStamp stamp) {

    /** Returns the reason that allows the response to be served although the origin failed; empty if none does. */
    public Optional<Reason> whenOriginFails(
            ResponseStore store, ExchangeRequest request, Failure failure, Instant now) {
        return store.usable(stamp)
                ? StaleServing.allowed(request.head(), response, request.policy(), failure, now)
                : Optional.empty();
    }
}
