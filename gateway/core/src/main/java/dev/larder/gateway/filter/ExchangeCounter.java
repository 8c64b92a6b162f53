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
 * Counts one visit, once: when the head of its answer goes out, so that whoever has got an answer can see it counted, or when
 * it is given up without one.
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

    /** That of a request of which it is not known yet what it will be. */
    static ExchangeCounter begin(CacheServices services, ServerWebExchange exchange, RequestRule rule) {
        RouteTraffic traffic = services.requests()
                .traffic()
                .of(Optional.of(CacheExchange.route(exchange)), rule.handling().store());
        return new ExchangeCounter(
                traffic,
                services,
                traffic.counts() ? services.fetching().clock().nanos() : 0);
    }

    /** That of a request on a route that caches nothing. */
    static ExchangeCounter none(CacheServices services) {
        return new ExchangeCounter(RouteTraffic.UNCOUNTED, services, 0);
    }

    /** The traffic of its route. */
    RouteTraffic traffic() {
        return traffic;
    }

    /** Whether listeners have not been told yet that it is answered from the store: whose body turns out to be gone asks again. */
    boolean isFirstTelling() {
        boolean first = !told;
        told = true;
        return first;
    }

    /** Nothing is stored under the key. Why, is known now: what is fetched may leave again before the answer goes out. */
    void nothingStored(CacheExchange visit) {
        if (traffic.counts() && ofKey == MissCause.COLD) {
            ofKey = left(visit, services.requests().traffic().departures());
        }
    }

    /** The head of the answer goes out. */
    void announced(CacheExchange visit, int status) {
        if (first()) {
            long content = content(visit, status, visit.exchange().getResponse());
            traffic.ended(visit.report().ended(), () -> ofKey, content, nanos());
        }
    }

    /** There will be no answer. */
    void left(CacheExchange visit) {
        if (first()) {
            traffic.ended(visit.report().left(), () -> ofKey, 0, nanos());
        }
    }

    /** The content, counted piece by piece if the head does not announce it. */
    Flux<DataBuffer> pieces(CacheExchange visit, ResponseHead head, Flux<DataBuffer> body) {
        return !traffic.counts() || head.fields().contains("Content-Length")
                ? body
                : body.doOnNext(piece -> traffic.answered(visit.report().result(), piece.readableByteCount()));
    }

    /** The store has not taken what the origin has sent whole. */
    void notKept(CacheExchange visit, Reason reason, StoredResponse whole, EpochStamp stamp) {
        traffic.notStored(reason);
        if (reason == Reason.NOT_ADMITTED || reason == Reason.TOO_LARGE) {
            services.requests()
                    .traffic()
                    .departures()
                    .ifPresent(departures -> departures.madeRoom(visit.key(), stamp.epoch(), whole.freshUntil()));
        }
        if (reason == Reason.NOT_ADMITTED) {
            services.requests()
                    .traffic()
                    .refused(visit.rule().handling().store().orElse(NamedStores.DEFAULT));
        }
    }

    private boolean first() {
        return traffic.counts() && counted.compareAndSet(false, true);
    }

    private long nanos() {
        return services.fetching().clock().nanos() - start;
    }

    private static long content(CacheExchange visit, int status, ServerHttpResponse response) {
        boolean none = visit.isHead() || status == 204 || status == 304;
        return none ? 0 : Math.max(0, response.getHeaders().getContentLength());
    }

    /** What would a store have said that had kept it? */
    private MissCause left(CacheExchange visit, Optional<EvictedKeyHistory> departures) {
        EvictedKeyHistory.RemovedEntry left =
                departures.map(all -> all.of(visit.key())).orElse(null);
        if (left == null) {
            return MissCause.COLD;
        }
        EpochStamp then = visit.reach().stampOfResponse().at(left.epoch());
        boolean invalidated = services.fetching().shelf().standing(then) == EntryStatus.INVALIDATED;
        return left.cause(invalidated, services.fetching().clock().steady());
    }
}
