package dev.larder.gateway.filter;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StaleServing;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.StoredResponse;
import java.util.Optional;

/**
 * The stored response that a request selects (RFC 9111 4.1), among all that are stored under its key.
 *
 * @param stamp of what is stored; the response may be used unasked only while no write stands against it
 */
record SelectedResponse(ResponseVariants variants, StoredResponse response, EpochStamp stamp) {

    /** By what right it answers the request although the origin has failed; empty if it does not. */
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
