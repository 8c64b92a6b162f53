package dev.larder.gateway.exchange;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.larder.cache.spi.CacheKey;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.RequestDirectives;
import dev.larder.rfc9111.ReuseVerdict;
import dev.larder.rfc9111.StoredResponse;
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
            .expireAfterWrite(Duration.ofMinutes(10))
            .executor(Runnable::run)
            .build();

    private record Refused(CacheKey key, Instant freshUntil) {

        static Refused of(ExchangeRequest request, StoredResponse stored) {
            return new Refused(request.key(), stored.freshUntil());
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
        refused.put(Refused.of(request, selection.response()), true);
    }

    /**
     * Returns the verdict; for a stale response whose validations in the background were refused, that it is validated in the foreground:
     * clients who get responses of their own never replace it, and would be given it until its window ends.
     */
    ReuseVerdict judge(ExchangeRequest request, ReuseVerdict.ServeWhileRevalidating serve) {
        return serve.reason() != Reason.HIT
                        && refused.getIfPresent(Refused.of(request, serve.stored())) != null
                        && !RequestDirectives.of(request.head().fields(), request.policy())
                                .isOnlyIfCached()
                ? new ReuseVerdict.Revalidate(serve.stored(), Reason.STALE)
                : serve;
    }
}
