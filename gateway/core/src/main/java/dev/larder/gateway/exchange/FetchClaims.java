package dev.larder.gateway.exchange;

import dev.larder.cache.spi.CacheKey;
import reactor.core.publisher.Mono;

/** Decides which gateway of a cluster sends a request to the origin when several need it (RFC 9111 4: collapsed requests). */
public interface FetchClaims {

    /** Result of a claim. */
    sealed interface Claim {

        /**
         * This gateway sends the request.
         *
         * @param over must be told once, when the request is over, whether others can use the result
         */
        record Mine(CompletionListener over) implements Claim {}

        /**
         * Another gateway has just completed the request; look it up again.
         *
         * @param shared whether its result could be shared
         */
        record Made(boolean shared) implements Claim {}
    }

    /** Is notified when a request is over. */
    interface CompletionListener {
        /** Tells whether others can use the result; if not, they should try on their own, one after another. */
        void tell(boolean shared);
    }

    /** Claims of a single gateway: all requests are its own. */
    FetchClaims ALONE = (key, credentials) -> Mono.just(new Claim.Mine(shared -> {}));

    /**
     * Claims a request; waits while another gateway makes it. Never fails: in doubt, the request is this gateway's.
     *
     * @param credentials what authenticates the request; empty if nothing does
     */
    Mono<Claim> claim(CacheKey key, String credentials);
}
