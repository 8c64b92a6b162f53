package dev.larder.gateway.filter;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StaleServing;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.StoredResponse;
import java.util.Optional;

/**
 * The stored response that a request selects (RFC 9111 4.1), among all stored under its key.
 *
 * @param stamp stamp of the entry; the response may be used without validation only while no write invalidates it
 */
record SelectedResponse(ResponseVariants variants, StoredResponse response, EpochStamp stamp) {

    /** Returns the reason that allows the response to be served although the origin failed; empty if none does. */
    Optional<Reason> whenOriginFails(FetchServices services, CacheExchange exchange, Failure failure) {
        return services.store().usable(stamp)
                ? StaleServing.allowed(
                        exchange.request(),
                        response,
                        exchange.policy(),
                        failure,
                        services.clock().steady())
                : Optional.empty();
    }
}
