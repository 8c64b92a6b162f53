package dev.larder.gateway.exchange;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.larder.cache.spi.CacheKey;
import java.time.Duration;
import java.time.Instant;

/**
 * Stored responses whose validation in the background has begun lately. One that is still stored afterwards has got no
 * successor: the origin has failed, or has sent what must not be stored. It is not validated again for {@link #RETENTION}, so that
 * hits do not become as many origin requests. A successor has an end of freshness of its own, and so is not affected.
 *
 * <p>Any thread may call any method.
 */
final class RefreshBackoff {

    /** Time between the beginnings of two validations of one stored response in the background. */
    static final Duration RETENTION = Duration.ofSeconds(5);

    private static final int REMEMBERED = 10_000;

    private final Cache<Attempt, Instant> begun = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .expireAfterWrite(RETENTION)
            .executor(Runnable::run)
            .build();

    private final Cache<Refused, Boolean> refused = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .executor(Runnable::run)
            .build();

    private record Refused(CacheKey key, Instant freshUntil) {

        static Refused of(ExchangeRequest request, SelectedResponse selection) {
            return new Refused(request.key(), selection.response().freshUntil());
        }
    }

    /** A client with credentials that the origin refuses does not keep anonymous requests from refreshing the response. */
    private record Attempt(CacheKey key, Instant freshUntil, boolean credentials) {

        static Attempt of(ExchangeRequest request, SelectedResponse selection) {
            return new Attempt(request.key(), selection.response().freshUntil(), request.hasCredentials());
        }
    }

    /** Remembers that a validation begins. */
    void begin(ExchangeRequest request, SelectedResponse selection, Instant now) {
        begun.put(Attempt.of(request, selection), now);
    }

    /** Returns whether the last validation of this response is long enough ago. */
    boolean isOver(ExchangeRequest request, SelectedResponse selection, Instant now) {
        Instant last = begun.getIfPresent(Attempt.of(request, selection));
        return last == null || !now.isBefore(last.plus(RETENTION));
    }

    /** Remembers that a validation of this response has come back for one client only. */
    void refused(ExchangeRequest request, SelectedResponse selection) {
        refused.put(Refused.of(request, selection), true);
    }

    /**
     * Returns whether a stale response is to be validated in the foreground: none of the validations of clients who get a response of
     * their own replaces it, and they would be given the stale one until its window ends.
     */
    boolean isRefused(ExchangeRequest request, SelectedResponse selection) {
        return refused.getIfPresent(Refused.of(request, selection)) != null;
    }
}
