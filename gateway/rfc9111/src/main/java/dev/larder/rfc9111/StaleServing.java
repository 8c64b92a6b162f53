package dev.larder.rfc9111;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** RFC 9111 4.2.4 and RFC 5861 4: serving stale responses when the origin fails. */
public final class StaleServing {

    /** The kind of failure of the origin. */
    public enum Failure {
        /** It could not be reached, or closed the connection before its response. */
        CONNECTION,
        /** It did not respond in time. */
        TIMEOUT,
        /** It was reached, but what it sent is no response, or larger than permitted. */
        MALFORMED,
        /** It responded with 500, 502, 503 or 504. */
        SERVER_ERROR
    }

    private StaleServing() {}

    /**
     * Returns the reason for which a stored response may answer the request although the origin has failed; empty if it may not.
     *
     * @param now on the steady time line
     */
    public static Optional<Reason> allowed(
            RequestHead request, StoredResponse stored, CachePolicy policy, Failure failure, Instant now) {
        RequestDirectives wishes = RequestDirectives.of(request.fields(), policy);
        Optional<Duration> stated = stored.directives().staleIfError();
        if (stored.directives().isStaleProhibited(stated) || policy.alwaysValidate() || wishes.isNoCache()) {
            return Optional.empty();
        }
        Optional<Duration> window = stored.directives().isStaleProhibited()
                ? stated
                : wishes.staleIfError().or(() -> stated);
        Duration staleness = stored.staleness(now);
        if (isWithin(staleness, window.orElse(policy.staleness().staleIfError()))) {
            return Optional.of(Reason.HIT_STALE_IF_ERROR);
        }
        boolean disconnected = (failure == Failure.CONNECTION || failure == Failure.TIMEOUT)
                && policy.staleness().staleOnDisconnect();
        return disconnected && window.isEmpty() ? Optional.of(Reason.HIT_STALE_DISCONNECTED) : Optional.empty();
    }

    private static boolean isWithin(Duration staleness, Duration window) {
        return !window.isZero() && staleness.compareTo(window) <= 0;
    }
}
