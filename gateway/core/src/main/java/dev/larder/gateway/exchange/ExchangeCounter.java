package dev.larder.gateway.exchange;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.describe.ExchangeRequest;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.CacheReport;
import dev.larder.gateway.metrics.traffic.EvictedKeyHistory;
import dev.larder.gateway.metrics.traffic.MissCause;
import dev.larder.gateway.metrics.traffic.RouteTraffic;
import dev.larder.gateway.metrics.traffic.TrafficMetrics;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.store.NamedStores;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.invalidation.EntryStatus;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.StoredResponse;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Counts an exchange once: when the head of its response is sent, so that it is counted before the client has the response, or
 * when it is abandoned without one.
 */
public final class ExchangeCounter {

    private final RouteTraffic traffic;
    private final TrafficMetrics metrics;
    private final ResponseStore store;
    private final LarderClock clock;
    private final long start;
    private final AtomicBoolean counted = new AtomicBoolean();
    private volatile boolean told;
    private volatile MissCause ofKey = MissCause.COLD;

    private ExchangeCounter(
            RouteTraffic traffic, TrafficMetrics metrics, ResponseStore store, LarderClock clock, long start) {
        this.traffic = traffic;
        this.metrics = metrics;
        this.store = store;
        this.clock = clock;
        this.start = start;
    }

    /** Begins to count a request whose result is not known yet. */
    public static ExchangeCounter begin(
            TrafficMetrics metrics, ResponseStore store, LarderClock clock, String route, RequestRule rule) {
        RouteTraffic traffic = metrics.of(Optional.of(route), rule.handling().store());
        return new ExchangeCounter(traffic, metrics, store, clock, traffic.isCounted() ? clock.nanos() : 0);
    }

    /** Returns a counter for routes without a cache. */
    public static ExchangeCounter none(TrafficMetrics metrics, ResponseStore store, LarderClock clock) {
        return new ExchangeCounter(RouteTraffic.UNCOUNTED, metrics, store, clock, 0);
    }

    /** Returns the counters of its route. */
    public RouteTraffic traffic() {
        return traffic;
    }

    /** Returns whether listeners have not yet been notified of this hit: a request is looked up again if the body is gone. */
    public boolean isFirstTelling() {
        boolean first = !told;
        told = true;
        return first;
    }

    /** Determines why nothing is stored under the key, now: the fetched response may be evicted before the response is sent. */
    public void nothingStored(ExchangeRequest request) {
        if (traffic.isCounted() && ofKey == MissCause.COLD) {
            ofKey = left(request, metrics.departures());
        }
    }

    /**
     * Called when the head of the response is sent.
     *
     * @param length the Content-Length; negative if there is none
     */
    public void announced(ExchangeRequest request, CacheReport report, int status, long length) {
        if (tryMarkCounted()) {
            boolean none = request.isHead() || status == 204 || status == 304;
            traffic.ended(report.ended(), () -> ofKey, none ? 0 : Math.max(0, length), nanos());
        }
    }

    /** Called when there will be no response. */
    public void left(CacheReport report) {
        if (tryMarkCounted()) {
            traffic.ended(report.left(), () -> ofKey, 0, nanos());
        }
    }

    /** Called when the store did not keep a response that was received completely. */
    public void notKept(ExchangeRequest request, Reason reason, StoredResponse whole, EpochStamp stamp) {
        traffic.notStored(reason);
        if (reason == Reason.NOT_ADMITTED || reason == Reason.TOO_LARGE) {
            metrics.departures()
                    .ifPresent(departures -> departures.madeRoom(request.key(), stamp.epoch(), whole.freshUntil()));
        }
        if (reason == Reason.NOT_ADMITTED) {
            metrics.refused(request.rule().handling().store().orElse(NamedStores.DEFAULT));
        }
    }

    private boolean tryMarkCounted() {
        return traffic.isCounted() && counted.compareAndSet(false, true);
    }

    private long nanos() {
        return clock.nanos() - start;
    }

    /** Returns what a store would have reported that had kept the entry. */
    private MissCause left(ExchangeRequest request, Optional<EvictedKeyHistory> departures) {
        EvictedKeyHistory.RemovedEntry removed =
                departures.map(all -> all.of(request.key())).orElse(null);
        if (removed == null) {
            return MissCause.COLD;
        }
        EpochStamp then = request.resourceTags().stampOfResponse().at(removed.epoch());
        boolean invalidated = store.standing(then) == EntryStatus.INVALIDATED;
        return removed.cause(invalidated, clock.steady());
    }
}
