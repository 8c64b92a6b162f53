package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheKey;
import reactor.core.publisher.Mono;

/** Who of the gateways of a cluster goes to the origin for something, when several want it (RFC 9111 4: collapsed requests). */
public interface FetchClaims {

    /** Whether a request is this gateway's to make. */
    sealed interface Claim {

        /**
         * It is.
         *
         * @param over to be told once when the request is over: whether others can use what it has brought
         */
        record Mine(CompletionListener over) implements Claim {}

        /**
         * Another gateway has just made it: look again.
         *
         * @param shared whether what it has brought could be shared
         */
        record Made(boolean shared) implements Claim {}
    }

    /** Is told that a request is over. */
    interface CompletionListener {
        /** Whether others can use what it has brought, or should try themselves, one after another. */
        void tell(boolean shared);
    }

    /** This gateway is alone: all requests are its own. */
    FetchClaims ALONE = (key, credentials) -> Mono.just(new Claim.Mine(shared -> {}));

    /**
     * Asks whose a request is; waits while another gateway makes it. Never fails: when in doubt it is this gateway's.
     *
     * @param credentials what authenticates the request, empty if nothing does
     */
    Mono<Claim> claim(CacheKey key, String credentials);
}
