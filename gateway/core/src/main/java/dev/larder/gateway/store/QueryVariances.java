package dev.larder.gateway.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.larder.cache.spi.CacheKey;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.NoVarySearch;
import java.net.URI;

/**
 * Finds responses that a request may use although its query differs from theirs (No-Vary-Search,
 * draft-ietf-httpbis-no-vary-search-06 section 6). What the response stored last for a path has said of its query parameters
 * is remembered, and determines the key of the next request for that path: equivalent queries have one key, so a lookup remains
 * one lookup. The value of the field is part of such a key, and {@link CacheKeys#mayUse} verifies that a response found under
 * it has that value itself.
 *
 * <p>Both tables are bounded. What they forget costs a miss, never a wrong response: the next response stored for the path
 * brings it back.
 */
public final class QueryVariances {

    private static final long MAX_BYTES = 4L << 20;
    private static final int OVERHEAD = 200;

    private final Cache<CacheKey, Variance> byPath = Caffeine.newBuilder()
            .maximumWeight(MAX_BYTES)
            .weigher((CacheKey path, Variance variance) ->
                    OVERHEAD + path.length() + 2 * variance.field().length())
            .executor(Runnable::run)
            .build();

    /** Keys of requests whose responses do not say what others of their path say: they are found under their own query. */
    private final Cache<CacheKey, Boolean> exceptions = Caffeine.newBuilder()
            .maximumWeight(MAX_BYTES)
            .weigher((CacheKey key, Boolean present) -> OVERHEAD + key.length())
            .executor(Runnable::run)
            .build();

    private volatile boolean used;

    /** The value of a field, and what it says. */
    private record Variance(String field, NoVarySearch parsed) {}

    /**
     * Returns the key under which a response to a request is looked up.
     *
     * @param key key of the request with its query as it was sent
     */
    public CacheKey lookupKey(CacheKey key, URI target) {
        if (!used) {
            return key;
        }
        Variance variance = byPath.getIfPresent(CacheKeys.withoutQuery(key));
        return variance == null || exceptions.getIfPresent(key) != null
                ? key
                : CacheKeys.withVariance(
                        key, variance.field(), variance.parsed().canonical(target.getRawQuery()));
    }

    /**
     * Returns the key under which a response is stored, and remembers what it says of its query parameters.
     *
     * @param looked the key under which it was looked up
     * @param target the target of the request
     * @param response its fields
     */
    public CacheKey storeKey(CacheKey looked, URI target, HeaderFields response) {
        String field = response.combined(NoVarySearch.FIELD);
        boolean varied = CacheKeys.hasVariance(looked);
        if (field.isEmpty() && !varied) {
            return looked;
        }
        CacheKey exact = varied ? CacheKeys.withQuery(looked, target.getRawQuery()) : looked;
        NoVarySearch parsed = NoVarySearch.of(field);
        if (parsed.isDefault()) {
            if (varied) {
                exceptions.put(exact, true);
            }
            return exact;
        }
        byPath.put(CacheKeys.withoutQuery(exact), new Variance(field, parsed));
        exceptions.invalidate(exact);
        used = true;
        return CacheKeys.withVariance(exact, field, parsed.canonical(target.getRawQuery()));
    }
}
