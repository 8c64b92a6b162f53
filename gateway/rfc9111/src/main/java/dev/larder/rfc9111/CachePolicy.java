package dev.larder.rfc9111;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The decisions that RFC 9111 leaves to a cache, for one route. Durations are never negative; durations above 2^31 seconds are
 * reduced to that (RFC 9111 1.2.2).
 *
 * @param methods methods of requests that are answered from the store: GET and HEAD, and methods whose content is part of the
 *     key, such as QUERY (RFC 10008), or POST where it changes nothing
 * @param privateCache whether the key distinguishes users, so that stored responses are private to one (RFC 9111 1.2, 5.2.2.7)
 * @param requestDirectives whether Cache-Control and Pragma of requests are honoured (RFC 9111 5.2.1)
 * @param alwaysValidate whether every use of a stored response requires validation, as with no-cache (RFC 9111 5.2.2.4)
 * @param storage which responses are stored
 * @param freshness how long they are fresh
 * @param staleness how long they are kept and used after that
 */
public record CachePolicy(
        Set<String> methods,
        boolean privateCache,
        boolean requestDirectives,
        boolean alwaysValidate,
        StoragePolicy storage,
        FreshnessPolicy freshness,
        StalenessPolicy staleness) {

    /** No freshness by rule, request directives honoured, stale only on disconnect, one day, ten seconds, one day, 32. */
    public static final CachePolicy DEFAULT = new CachePolicy(
            Set.of("GET", "HEAD"),
            false,
            true,
            false,
            new StoragePolicy(Set.of(), CookiePolicy.PUBLIC_ONLY, 32, Set.of()),
            new FreshnessPolicy(Optional.empty(), false, Map.of(), Map.of(), Duration.ofDays(1), Optional.empty()),
            new StalenessPolicy(Duration.ZERO, Duration.ZERO, true, Duration.ofDays(1), 0));

    public CachePolicy {
        methods = Set.copyOf(methods);
    }

    /**
     * Which responses are stored (RFC 9111 3).
     *
     * @param statuses status codes of responses that may be stored; empty for all
     * @param cookies the treatment of responses with Set-Cookie
     * @param maxVariants maximum number of responses under one key
     * @param amended lower-case names of request fields whose value for the origin is not known here: a response that varies by
     *     one of them is as one with {@code Vary: *}
     */
    public record StoragePolicy(Set<Integer> statuses, CookiePolicy cookies, int maxVariants, Set<String> amended) {

        public StoragePolicy {
            statuses = Set.copyOf(statuses);
            amended = Set.copyOf(amended);
            if (maxVariants < 1) {
                throw new IllegalArgumentException("maxVariants is " + maxVariants + ", must be at least 1");
            }
        }
    }

    /**
     * How long responses are fresh (RFC 9111 4.2.1, 4.2.2).
     *
     * @param ttl freshness if the origin states none; never makes a response storable that has Set-Cookie, private or
     *     no-store
     * @param ttlOverrides whether {@code ttl} also replaces the freshness stated by the origin
     * @param typeTtl by media type, such as {@code text/html} or {@code image/*} in lower case, freshness in place of {@code ttl}
     * @param statusTtl by status code, freshness if the origin states none; such a response may be stored whatever the
     *     default for its status code
     * @param heuristicMax upper bound of heuristic freshness (RFC 9111 4.2.2); zero disables heuristics
     * @param errorMax maximum freshness of an error (status code 400 or more) from its arrival, even if the origin
     *     states more; does not bound {@code statusTtl}. Empty for {@link #USUAL_ERROR_MAX}, and none for 404 and 410 whose
     *     freshness the origin states: it has said for how long nothing is there
     */
    public record FreshnessPolicy(
            Optional<Duration> ttl,
            boolean ttlOverrides,
            Map<String, Duration> typeTtl,
            Map<Integer, Duration> statusTtl,
            Duration heuristicMax,
            Optional<Duration> errorMax) {

        /** Maximum freshness of errors unless a rule states one: what one client has provoked does not stay for all. */
        public static final Duration USUAL_ERROR_MAX = Duration.ofSeconds(10);

        public FreshnessPolicy {
            ttl = ttl.map(duration -> bounded("ttl", duration));
            typeTtl = typeTtl.entrySet().stream()
                    .collect(Collectors.toUnmodifiableMap(
                            Map.Entry::getKey, entry -> bounded("typeTtl", entry.getValue())));
            statusTtl = statusTtl.entrySet().stream()
                    .collect(Collectors.toUnmodifiableMap(
                            Map.Entry::getKey, entry -> bounded("statusTtl", entry.getValue())));
            heuristicMax = bounded("heuristicMax", heuristicMax);
            errorMax = errorMax.map(duration -> bounded("errorMax", duration));
        }

        /** Returns the freshness by rule of a response whose status code has none of its own. */
        Optional<Duration> ttl(HeaderFields response) {
            return typeTtl.isEmpty() ? ttl : ofType(response).or(() -> ttl);
        }

        /** RFC 9110 8.3.1: type and subtype are case-insensitive, parameters do not matter. */
        private Optional<Duration> ofType(HeaderFields response) {
            return response.first("Content-Type").map(value -> {
                String type = value.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
                Duration exact = typeTtl.get(type);
                return exact == null ? typeTtl.get(type.split("/", 2)[0] + "/*") : exact;
            });
        }
    }

    /**
     * How long stale responses are kept and used (RFC 9111 4.2.4).
     *
     * @param staleWhileRevalidate window of RFC 5861 3 for responses without such a directive
     * @param staleIfError window of RFC 5861 4 for responses without such a directive
     * @param staleOnDisconnect whether a stale response is served if the origin cannot be reached
     * @param keepStale how long after its freshness a response is kept for validation and stale serving
     * @param refreshAhead share of its freshness, at the end, in which a response that is asked for is validated while it is
     *     served; 0 for none, at most {@link #MAX_REFRESH_AHEAD}
     */
    public record StalenessPolicy(
            Duration staleWhileRevalidate,
            Duration staleIfError,
            boolean staleOnDisconnect,
            Duration keepStale,
            double refreshAhead) {

        /** Largest share of its freshness in which a response is refreshed ahead: it is fetched at most twice as often. */
        public static final double MAX_REFRESH_AHEAD = 0.5;

        public StalenessPolicy {
            if (!(refreshAhead >= 0 && refreshAhead <= MAX_REFRESH_AHEAD)) {
                throw new IllegalArgumentException(
                        "refreshAhead is " + refreshAhead + ", must be between 0 and " + MAX_REFRESH_AHEAD);
            }
            staleWhileRevalidate = bounded("staleWhileRevalidate", staleWhileRevalidate);
            staleIfError = bounded("staleIfError", staleIfError);
            keepStale = bounded("keepStale", keepStale);
        }
    }

    /** Returns a copy with these methods answered from the store. */
    public CachePolicy withMethods(Set<String> value) {
        return new CachePolicy(value, privateCache, requestDirectives, alwaysValidate, storage, freshness, staleness);
    }

    /** Returns a copy for keys that distinguish users, or for a store shared by all users. */
    public CachePolicy withPrivateCache(boolean value) {
        return new CachePolicy(methods, value, requestDirectives, alwaysValidate, storage, freshness, staleness);
    }

    /** Returns a copy that honours or ignores request directives. */
    public CachePolicy withRequestDirectives(boolean value) {
        return new CachePolicy(methods, privateCache, value, alwaysValidate, storage, freshness, staleness);
    }

    /** Returns a copy that validates every use or not. */
    public CachePolicy withAlwaysValidate(boolean value) {
        return new CachePolicy(methods, privateCache, requestDirectives, value, storage, freshness, staleness);
    }

    /** Returns a copy that stores only responses with these status codes, or all if empty. */
    public CachePolicy withStatuses(Set<Integer> value) {
        return with(new StoragePolicy(value, storage.cookies, storage.maxVariants, storage.amended));
    }

    /** Returns a copy with this treatment of Set-Cookie. */
    public CachePolicy withCookies(CookiePolicy value) {
        return with(new StoragePolicy(storage.statuses, value, storage.maxVariants, storage.amended));
    }

    /** Returns a copy with this maximum number of variants. */
    public CachePolicy withMaxVariants(int value) {
        return with(new StoragePolicy(storage.statuses, storage.cookies, value, storage.amended));
    }

    /** Returns a copy that stores nothing that varies by these request fields. */
    public CachePolicy withAmended(Set<String> value) {
        return with(new StoragePolicy(storage.statuses, storage.cookies, storage.maxVariants, value));
    }

    /** Returns a copy with this freshness for responses whose origin states none. */
    public CachePolicy withTtl(Duration value) {
        var old = freshness;
        return with(new FreshnessPolicy(
                Optional.of(value), old.ttlOverrides, old.typeTtl, old.statusTtl, old.heuristicMax, old.errorMax));
    }

    /** Returns a copy whose freshness replaces the origin's, or applies only where the origin states none. */
    public CachePolicy withTtlOverrides(boolean value) {
        var old = freshness;
        return with(new FreshnessPolicy(old.ttl, value, old.typeTtl, old.statusTtl, old.heuristicMax, old.errorMax));
    }

    /** Returns a copy with this freshness by status code for responses whose origin states none. */
    public CachePolicy withStatusTtl(Map<Integer, Duration> value) {
        var old = freshness;
        return with(new FreshnessPolicy(old.ttl, old.ttlOverrides, old.typeTtl, value, old.heuristicMax, old.errorMax));
    }

    /** Returns a copy with this freshness by media type for responses whose origin states none. */
    public CachePolicy withTypeTtl(Map<String, Duration> value) {
        var old = freshness;
        return with(
                new FreshnessPolicy(old.ttl, old.ttlOverrides, value, old.statusTtl, old.heuristicMax, old.errorMax));
    }

    /** Returns a copy with this maximum freshness of errors, 404 and 410 among them. */
    public CachePolicy withErrorMax(Duration value) {
        var old = freshness;
        return with(new FreshnessPolicy(
                old.ttl, old.ttlOverrides, old.typeTtl, old.statusTtl, old.heuristicMax, Optional.of(value)));
    }

    /** Returns a copy with this stale-while-revalidate window. */
    public CachePolicy withStaleWhileRevalidate(Duration value) {
        var old = staleness;
        return with(
                new StalenessPolicy(value, old.staleIfError, old.staleOnDisconnect, old.keepStale, old.refreshAhead));
    }

    /** Returns a copy with this stale-if-error window. */
    public CachePolicy withStaleIfError(Duration value) {
        var old = staleness;
        return with(new StalenessPolicy(
                old.staleWhileRevalidate, value, old.staleOnDisconnect, old.keepStale, old.refreshAhead));
    }

    /** Returns a copy that serves stale responses on disconnect or not. */
    public CachePolicy withStaleOnDisconnect(boolean value) {
        var old = staleness;
        return with(new StalenessPolicy(
                old.staleWhileRevalidate, old.staleIfError, value, old.keepStale, old.refreshAhead));
    }

    /** Returns a copy that keeps stale responses for this long. */
    public CachePolicy withKeepStale(Duration value) {
        var old = staleness;
        return with(new StalenessPolicy(
                old.staleWhileRevalidate, old.staleIfError, old.staleOnDisconnect, value, old.refreshAhead));
    }

    /** Returns a copy that validates responses in this last share of their freshness while it serves them. */
    public CachePolicy withRefreshAhead(double value) {
        var old = staleness;
        return with(new StalenessPolicy(
                old.staleWhileRevalidate, old.staleIfError, old.staleOnDisconnect, old.keepStale, value));
    }

    /** Whether the content of requests with this method is part of the key, and therefore no obstacle to caching. */
    public boolean isKeyedByContent(String method) {
        return methods.contains(method) && !method.equals("GET") && !method.equals("HEAD");
    }

    private CachePolicy with(StoragePolicy value) {
        return new CachePolicy(methods, privateCache, requestDirectives, alwaysValidate, value, freshness, staleness);
    }

    private CachePolicy with(FreshnessPolicy value) {
        return new CachePolicy(methods, privateCache, requestDirectives, alwaysValidate, storage, value, staleness);
    }

    private CachePolicy with(StalenessPolicy value) {
        return new CachePolicy(methods, privateCache, requestDirectives, alwaysValidate, storage, freshness, value);
    }

    private static Duration bounded(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + " is " + value + ", must not be negative");
        }
        return DeltaSeconds.cap(value);
    }
}
