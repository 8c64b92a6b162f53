package dev.larder.gateway.filter;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.NamedStores;
import dev.larder.gateway.metrics.traffic.EvictedKeyHistory;
import dev.larder.gateway.metrics.traffic.MissCause;
import dev.larder.gateway.metrics.traffic.RouteTraffic;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.invalidation.EntryStatus;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredResponse;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;

/**
 * Counts an exchange once: when the head of its response is sent, so that it is counted before the client has the response, or
 * when it is abandoned without one.
 */
final class ExchangeCounter {

    private final RouteTraffic traffic;
    private final CacheServices services;
    private final long start;
    private final AtomicBoolean counted = new AtomicBoolean();
    private volatile boolean told;
    private volatile MissCause ofKey = MissCause.COLD;

    private ExchangeCounter(RouteTraffic traffic, CacheServices services, long start) {
        this.traffic = traffic;
        this.services = services;
        this.start = start;
    }

    /** Begins to count a request whose result is not known yet. */
    static ExchangeCounter begin(CacheServices services, ServerWebExchange exchange, RequestRule rule) {
        RouteTraffic traffic = services.requests()
                .traffic()
                .of(Optional.of(CacheExchange.route(exchange)), rule.handling().store());
        return new ExchangeCounter(
                traffic,
                services,
                traffic.counts() ? services.fetching().clock().nanos() : 0);
    }

    /** Returns a counter for routes without a cache. */
    static ExchangeCounter none(CacheServices services) {
        return new ExchangeCounter(RouteTraffic.UNCOUNTED, services, 0);
    }

    /** Returns the counters of its route. */
    RouteTraffic traffic() {
        return traffic;
    }

    /** Returns whether listeners have not yet been notified of this hit: a request is looked up again if the body is gone. */
    boolean isFirstTelling() {
        boolean first = !told;
        told = true;
        return first;
    }

    /** Determines why nothing is stored under the key, now: the fetched response may be evicted before the response is sent. */
    void nothingStored(CacheExchange cacheExchange) {
        if (traffic.counts() && ofKey == MissCause.COLD) {
            ofKey = left(cacheExchange, services.requests().traffic().departures());
        }
    }

    /** Called when the head of the response is sent. */
    void announced(CacheExchange cacheExchange, int status) {
        if (first()) {
            long content =
                    content(cacheExchange, status, cacheExchange.exchange().getResponse());
            traffic.ended(cacheExchange.report().ended(), () -> ofKey, content, nanos());
        }
    }

    /** Called when there will be no response. */
    void left(CacheExchange cacheExchange) {
        if (first()) {
            traffic.ended(cacheExchange.report().left(), () -> ofKey, 0, nanos());
        }
    }

    /** Returns the content, counted piece by piece if the head does not announce its length. */
    Flux<DataBuffer> pieces(CacheExchange cacheExchange, ResponseHead head, Flux<DataBuffer> body) {
        return !traffic.counts() || head.fields().contains("Content-Length")
                ? body
                : body.doOnNext(piece -> traffic.answered(cacheExchange.report().result(), piece.readableByteCount()));
    }

    /** Called when the store did not keep a response that was received completely. */
    void notKept(CacheExchange cacheExchange, Reason reason, StoredResponse whole, EpochStamp stamp) {
        traffic.notStored(reason);
        if (reason == Reason.NOT_ADMITTED || reason == Reason.TOO_LARGE) {
            services.requests()
                    .traffic()
                    .departures()
                    .ifPresent(
                            departures -> departures.madeRoom(cacheExchange.key(), stamp.epoch(), whole.freshUntil()));
        }
        if (reason == Reason.NOT_ADMITTED) {
            services.requests()
                    .traffic()
                    .refused(cacheExchange.rule().handling().store().orElse(NamedStores.DEFAULT));
        }
    }

    private boolean first() {
        return traffic.counts() && counted.compareAndSet(false, true);
    }

    private long nanos() {
        return services.fetching().clock().nanos() - start;
    }

    private static long content(CacheExchange cacheExchange, int status, ServerHttpResponse response) {
        boolean none = cacheExchange.isHead() || status == 204 || status == 304;
        return none ? 0 : Math.max(0, response.getHeaders().getContentLength());
    }

    /** Returns what a store would have reported that had kept the entry. */
    private MissCause left(CacheExchange cacheExchange, Optional<EvictedKeyHistory> departures) {
        EvictedKeyHistory.RemovedEntry removed =
                departures.map(all -> all.of(cacheExchange.key())).orElse(null);
        if (removed == null) {
            return MissCause.COLD;
        }
        EpochStamp then = cacheExchange.resourceTags().stampOfResponse().at(removed.epoch());
        boolean invalidated = services.fetching().store().standing(then) == EntryStatus.INVALIDATED;
        return removed.cause(invalidated, services.fetching().clock().steady());
    }
}
