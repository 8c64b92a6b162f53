package dev.larder.gateway.exchange;

import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.RuleScope;
import dev.larder.gateway.store.ComparableResponse;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.invalidation.EntryStatus;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.Storability;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Compares a stored response with what the origin sends. Listeners learn how long bodies live unchanged by writes, and whether a
 * body that a write invalidated had really changed.
 */
public final class RefetchComparison {

    private final CacheEventListener events;
    private final ResponseStore store;
    private final LarderClock clock;
    private final ExchangeRequest request;
    private final Optional<SelectedResponse> selected;

    /** The same, if a write had invalidated it when the request was made. */
    private final Optional<SelectedResponse> dropped;

    /**
     * Creates a comparison for the response that a request selected.
     *
     * @param selected the response to compare; empty if there is none
     */
    public RefetchComparison(
            CacheEventListener events,
            ResponseStore store,
            LarderClock clock,
            ExchangeRequest request,
            Optional<SelectedResponse> selected) {
        this.events = events;
        this.store = store;
        this.clock = clock;
        this.request = request;
        this.selected = selected;
        this.dropped = selected.filter(stored -> store.standing(stored.stamp()) == EntryStatus.INVALIDATED);
    }

    /** Called when the origin has confirmed the response. */
    public void confirmed() {
        tell(false);
    }

    /** Called when the origin has sent this response. */
    public void brought(ResponseHead head, StoredBody body) {
        selected.ifPresent(
                before -> tell(!ComparableResponse.of(before.response()).isSame(new ComparableResponse(head, body))));
    }

    private void tell(boolean changed) {
        selected.filter(before -> store.standing(before.stamp()) == EntryStatus.USABLE)
                .ifPresent(before -> compared(events, request, before.response(), changed, clock.steady()));
        dropped.ifPresent(
                before -> events.refetched(request.resourceTags(), request.rawPath(), before.stamp(), changed));
    }

    /** Reports whether the origin now sends another response than the stored one, which no write has invalidated. */
    public static void compared(
            CacheEventListener events, ExchangeRequest request, StoredResponse stored, boolean changed, Instant now) {
        Duration age = Duration.between(stored.responseTime(), now);
        events.compared(
                RuleScope.of(request.route(), request.resourceTags()),
                age.isNegative() ? Duration.ZERO : age,
                changed,
                Storability.hasExplicitFreshness(stored.head(), request.policy(), stored.responseTime()));
    }
}
