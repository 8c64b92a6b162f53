package dev.larder.gateway.rfc9111;

import java.time.Duration;
import java.util.Optional;

/**
 * What RFC 9111 leaves to a cache, decided for one route. Durations are never negative; longer ones than 2^31 seconds are
 * cut to that (RFC 9111 1.2.2).
 *
 * @param ttl freshness where the origin states none; never makes a response storable that holds Set-Cookie, private or
 *     no-store
 * @param requestDirectives whether Cache-Control and Pragma of requests are honoured (RFC 9111 5.2.1)
 * @param staleWhileRevalidate window of RFC 5861 3 for responses that have no such directive
 * @param staleIfError window of RFC 5861 4 for responses that have no such directive
 * @param staleOnDisconnect whether a stale response is served when the origin cannot be reached (RFC 9111 4.2.4)
 * @param heuristicMax upper bound of heuristic freshness (RFC 9111 4.2.2)
 * @param keepStale how long past its freshness a response is kept for validation and stale serving
 * @param maxVariants how many responses are kept under one key
 * @param alwaysValidate whether the origin is asked before any stored response is used, as by no-cache (RFC 9111 5.2.2.4)
 */
public record CachePolicy(
        Optional<Duration> ttl,
        boolean requestDirectives,
        Duration staleWhileRevalidate,
        Duration staleIfError,
        boolean staleOnDisconnect,
        Duration heuristicMax,
        Duration keepStale,
        int maxVariants,
        boolean alwaysValidate) {

    /** No rule's freshness, request directives honoured, stale only when the origin is gone, one day, one day, 32 variants. */
    public static final CachePolicy DEFAULT = new CachePolicy(
            Optional.empty(),
            true,
            Duration.ZERO,
            Duration.ZERO,
            true,
            Duration.ofDays(1),
            Duration.ofDays(1),
            32,
            false);

    public CachePolicy {
        ttl = ttl.map(duration -> bounded("ttl", duration));
        staleWhileRevalidate = bounded("staleWhileRevalidate", staleWhileRevalidate);
        staleIfError = bounded("staleIfError", staleIfError);
        heuristicMax = bounded("heuristicMax", heuristicMax);
        keepStale = bounded("keepStale", keepStale);
        if (maxVariants < 1) {
            throw new IllegalArgumentException("maxVariants is " + maxVariants + ", must be at least 1");
        }
    }

    /** This policy with a freshness for responses whose origin states none. */
    public CachePolicy withTtl(Duration value) {
        return new CachePolicy(
                Optional.of(value),
                requestDirectives,
                staleWhileRevalidate,
                staleIfError,
                staleOnDisconnect,
                heuristicMax,
                keepStale,
                maxVariants,
                alwaysValidate);
    }

    /** This policy with request directives honoured or not. */
    public CachePolicy withRequestDirectives(boolean value) {
        return new CachePolicy(
                ttl,
                value,
                staleWhileRevalidate,
                staleIfError,
                staleOnDisconnect,
                heuristicMax,
                keepStale,
                maxVariants,
                alwaysValidate);
    }

    /** This policy with another stale-while-revalidate window. */
    public CachePolicy withStaleWhileRevalidate(Duration value) {
        return new CachePolicy(
                ttl,
                requestDirectives,
                value,
                staleIfError,
                staleOnDisconnect,
                heuristicMax,
                keepStale,
                maxVariants,
                alwaysValidate);
    }

    /** This policy with another stale-if-error window. */
    public CachePolicy withStaleIfError(Duration value) {
        return new CachePolicy(
                ttl,
                requestDirectives,
                staleWhileRevalidate,
                value,
                staleOnDisconnect,
                heuristicMax,
                keepStale,
                maxVariants,
                alwaysValidate);
    }

    /** This policy with stale serving on a lost origin switched. */
    public CachePolicy withStaleOnDisconnect(boolean value) {
        return new CachePolicy(
                ttl,
                requestDirectives,
                staleWhileRevalidate,
                staleIfError,
                value,
                heuristicMax,
                keepStale,
                maxVariants,
                alwaysValidate);
    }

    /** This policy with another bound of heuristic freshness; zero switches heuristics off. */
    public CachePolicy withHeuristicMax(Duration value) {
        return new CachePolicy(
                ttl,
                requestDirectives,
                staleWhileRevalidate,
                staleIfError,
                staleOnDisconnect,
                value,
                keepStale,
                maxVariants,
                alwaysValidate);
    }

    /** This policy with another time to keep stale responses. */
    public CachePolicy withKeepStale(Duration value) {
        return new CachePolicy(
                ttl,
                requestDirectives,
                staleWhileRevalidate,
                staleIfError,
                staleOnDisconnect,
                heuristicMax,
                value,
                maxVariants,
                alwaysValidate);
    }

    /** This policy with another number of variants. */
    public CachePolicy withMaxVariants(int value) {
        return new CachePolicy(
                ttl,
                requestDirectives,
                staleWhileRevalidate,
                staleIfError,
                staleOnDisconnect,
                heuristicMax,
                keepStale,
                value,
                alwaysValidate);
    }

    /** This policy with validation of every use switched. */
    public CachePolicy withAlwaysValidate(boolean value) {
        return new CachePolicy(
                ttl,
                requestDirectives,
                staleWhileRevalidate,
                staleIfError,
                staleOnDisconnect,
                heuristicMax,
                keepStale,
                maxVariants,
                value);
    }

    private static Duration bounded(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " is " + value + ", must not be negative");
        }
        return DeltaSeconds.cap(value);
    }
}
