package dev.larder.rfc9111;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What RFC 9111 leaves to a cache, decided for one route. Durations are never negative; longer ones than 2^31 seconds are
 * cut to that (RFC 9111 1.2.2).
 *
 * @param ttl freshness where the origin states none; never makes a response storable that holds Set-Cookie, private or
 *     no-store
 * @param ttlOverrides whether {@code ttl} also takes the place of the freshness that the origin states
 * @param statusTtl by status code, freshness where the origin states none; such a response may be stored whatever its
 *     status code is by default
 * @param statuses status codes of responses that may be stored; empty for all
 * @param methods methods of requests that are answered from the store. Beside GET and HEAD those whose content is part of
 *     the key: QUERY (RFC 10008), or POST where it changes nothing
 * @param privateCache whether the key tells users apart, so that stored responses are private to one (RFC 9111 1.2, 5.2.2.7)
 * @param requestDirectives whether Cache-Control and Pragma of requests are honoured (RFC 9111 5.2.1)
 * @param staleWhileRevalidate window of RFC 5861 3 for responses that have no such directive
 * @param staleIfError window of RFC 5861 4 for responses that have no such directive
 * @param staleOnDisconnect whether a stale response is served when the origin cannot be reached (RFC 9111 4.2.4)
 * @param heuristicMax upper bound of heuristic freshness (RFC 9111 4.2.2)
 * @param errorMax how long an error (a status code of 400 or more) is fresh at most from its arrival, whoever says longer; what
 *     {@code statusTtl} says of it counts as it is
 * @param keepStale how long past its freshness a response is kept for validation and stale serving
 * @param maxVariants how many responses are kept under one key
 * @param cookies what becomes of responses with Set-Cookie
 * @param alwaysValidate whether the origin is asked before any stored response is used, as by no-cache (RFC 9111 5.2.2.4)
 */
public record CachePolicy(
        Optional<Duration> ttl,
        boolean ttlOverrides,
        Map<Integer, Duration> statusTtl,
        Set<Integer> statuses,
        Set<String> methods,
        boolean privateCache,
        boolean requestDirectives,
        Duration staleWhileRevalidate,
        Duration staleIfError,
        boolean staleOnDisconnect,
        Duration heuristicMax,
        Duration errorMax,
        Duration keepStale,
        int maxVariants,
        CookiePolicy cookies,
        boolean alwaysValidate) {

    /** No rule's freshness, request directives honoured, stale only when the origin is gone, one day, ten seconds, one day, 32. */
    public static final CachePolicy DEFAULT = new CachePolicy(
            Optional.empty(),
            false,
            Map.of(),
            Set.of(),
            Set.of("GET", "HEAD"),
            false,
            true,
            Duration.ZERO,
            Duration.ZERO,
            true,
            Duration.ofDays(1),
            Duration.ofSeconds(10),
            Duration.ofDays(1),
            32,
            CookiePolicy.PUBLIC_ONLY,
            false);

    public CachePolicy {
        ttl = ttl.map(duration -> bounded("ttl", duration));
        statusTtl = statusTtl.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entry -> bounded("statusTtl", entry.getValue())));
        statuses = Set.copyOf(statuses);
        methods = Set.copyOf(methods);
        staleWhileRevalidate = bounded("staleWhileRevalidate", staleWhileRevalidate);
        staleIfError = bounded("staleIfError", staleIfError);
        heuristicMax = bounded("heuristicMax", heuristicMax);
        errorMax = bounded("errorMax", errorMax);
        keepStale = bounded("keepStale", keepStale);
        if (maxVariants < 1) {
            throw new IllegalArgumentException("maxVariants is " + maxVariants + ", must be at least 1");
        }
    }

    /** This policy with a freshness for responses whose origin states none. */
    public CachePolicy withTtl(Duration value) {
        return but(draft -> draft.ttl = Optional.of(value));
    }

    /** This policy with its freshness before the origin's, or only where that states none. */
    public CachePolicy withTtlOverrides(boolean value) {
        return but(draft -> draft.ttlOverrides = value);
    }

    /** This policy with a freshness by status code for responses whose origin states none. */
    public CachePolicy withStatusTtl(Map<Integer, Duration> value) {
        return but(draft -> draft.statusTtl = value);
    }

    /** This policy for responses with these status codes only; for all if there are none. */
    public CachePolicy withStatuses(Set<Integer> value) {
        return but(draft -> draft.statuses = value);
    }

    /** This policy with these methods answered from the store. */
    public CachePolicy withMethods(Set<String> value) {
        return but(draft -> draft.methods = value);
    }

    /** This policy for keys that tell users apart, or for all users together. */
    public CachePolicy withPrivateCache(boolean value) {
        return but(draft -> draft.privateCache = value);
    }

    /** This policy with request directives honoured or not. */
    public CachePolicy withRequestDirectives(boolean value) {
        return but(draft -> draft.requestDirectives = value);
    }

    /** This policy with another stale-while-revalidate window. */
    public CachePolicy withStaleWhileRevalidate(Duration value) {
        return but(draft -> draft.staleWhileRevalidate = value);
    }

    /** This policy with another stale-if-error window. */
    public CachePolicy withStaleIfError(Duration value) {
        return but(draft -> draft.staleIfError = value);
    }

    /** This policy with stale serving on a lost origin switched. */
    public CachePolicy withStaleOnDisconnect(boolean value) {
        return but(draft -> draft.staleOnDisconnect = value);
    }

    /** This policy with another bound of heuristic freshness; zero switches heuristics off. */
    public CachePolicy withHeuristicMax(Duration value) {
        return but(draft -> draft.heuristicMax = value);
    }

    /** This policy with another bound of the freshness of errors. */
    public CachePolicy withErrorMax(Duration value) {
        return but(draft -> draft.errorMax = value);
    }

    /** This policy with another time to keep stale responses. */
    public CachePolicy withKeepStale(Duration value) {
        return but(draft -> draft.keepStale = value);
    }

    /** This policy with another number of variants. */
    public CachePolicy withMaxVariants(int value) {
        return but(draft -> draft.maxVariants = value);
    }

    /** This policy with another treatment of Set-Cookie. */
    public CachePolicy withCookies(CookiePolicy value) {
        return but(draft -> draft.cookies = value);
    }

    /** This policy with validation of every use switched. */
    public CachePolicy withAlwaysValidate(boolean value) {
        return but(draft -> draft.alwaysValidate = value);
    }

    /** Whether the content of requests with this method is part of the key, and no obstacle then. */
    public boolean keyedByContent(String method) {
        return methods.contains(method) && !method.equals("GET") && !method.equals("HEAD");
    }

    private CachePolicy but(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.done();
    }

    private static Duration bounded(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " is " + value + ", must not be negative");
        }
        return DeltaSeconds.cap(value);
    }

    /** A policy while something in it is changed. */
    private static final class Draft {

        private Optional<Duration> ttl;
        private boolean ttlOverrides;
        private Map<Integer, Duration> statusTtl;
        private Set<Integer> statuses;
        private Set<String> methods;
        private boolean privateCache;
        private boolean requestDirectives;
        private Duration staleWhileRevalidate;
        private Duration staleIfError;
        private boolean staleOnDisconnect;
        private Duration heuristicMax;
        private Duration errorMax;
        private Duration keepStale;
        private int maxVariants;
        private CookiePolicy cookies;
        private boolean alwaysValidate;

        Draft(CachePolicy policy) {
            ttl = policy.ttl;
            ttlOverrides = policy.ttlOverrides;
            statusTtl = policy.statusTtl;
            statuses = policy.statuses;
            methods = policy.methods;
            privateCache = policy.privateCache;
            requestDirectives = policy.requestDirectives;
            staleWhileRevalidate = policy.staleWhileRevalidate;
            staleIfError = policy.staleIfError;
            staleOnDisconnect = policy.staleOnDisconnect;
            heuristicMax = policy.heuristicMax;
            errorMax = policy.errorMax;
            keepStale = policy.keepStale;
            maxVariants = policy.maxVariants;
            cookies = policy.cookies;
            alwaysValidate = policy.alwaysValidate;
        }

        CachePolicy done() {
            return new CachePolicy(
                    ttl,
                    ttlOverrides,
                    statusTtl,
                    statuses,
                    methods,
                    privateCache,
                    requestDirectives,
                    staleWhileRevalidate,
                    staleIfError,
                    staleOnDisconnect,
                    heuristicMax,
                    errorMax,
                    keepStale,
                    maxVariants,
                    cookies,
                    alwaysValidate);
        }
    }
}
