package dev.larder.gateway.connection;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.metrics.traffic.RouteTraffic;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseVariants;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts, times and logs what is answered before routing, or carried out at its connection. */
final class EarlyExchangeRecorder {

    private static final Logger log = LoggerFactory.getLogger("dev.larder.gateway.requests");

    private final LarderClock clock;
    private final CacheEventListener events;
    private final LongAdder web = new LongAdder();
    private final LongAdder connection = new LongAdder();
    private final LongAdder forwarded = new LongAdder();

    EarlyExchangeRecorder(LarderClock clock, CacheEventListener events) {
        this.clock = clock;
        this.events = events;
    }

    /** Returns the hits answered before routing, by level. */
    Map<HitLevel, Long> hits() {
        Map<HitLevel, Long> counted = new EnumMap<>(HitLevel.class);
        counted.put(HitLevel.WEB, web.sum());
        counted.put(HitLevel.CONNECTION, connection.sum());
        return counted;
    }

    /** Returns how many requests were forwarded at their connection. */
    long forwarded() {
        return forwarded.sum();
    }

    /** Counts a request that is carried out at its connection, before its response is sent. */
    void exchanged(boolean hit) {
        (hit ? connection : forwarded).increment();
    }

    /** Returns whether each hit is logged in the request log. */
    boolean isLogged() {
        return log.isDebugEnabled();
    }

    void answered(HitLevel level, EarlyHit hit, List<Timer> timers, long start) {
        counted(level, hit.decision(), hit.entry());
        time(timers, start);
        RouteTraffic route = hit.decision().traffic();
        if (route.isCounted()) {
            route.hit(hit.reason(), hit.length(), nanos() - start);
        }
        if (log.isDebugEnabled()) {
            log.debug("{} {} {} {}", hit.method(), hit.path(), hit.head().status(), hit.cacheStatus());
        }
    }

    /** Counts a hit on a request that was known octet for octet. */
    void answered(CachedRequestHead known, CacheEntry<ResponseVariants> entry, long bytes, long start) {
        counted(HitLevel.CONNECTION, known.decision(), entry);
        RouteTraffic route = known.decision().traffic();
        if (route.isCounted() || !known.timers().isEmpty()) {
            long nanos = nanos() - start;
            time(nanos, known.timers());
            route.hit(Reason.HIT, bytes, nanos);
        }
    }

    private void counted(HitLevel level, CachedRoutingDecision decision, CacheEntry<ResponseVariants> entry) {
        events.hit(decision.route().getId(), decision.routing().key(), entry);
        (level == HitLevel.WEB ? web : connection).increment();
    }

    /** Records the duration of a request that began at this {@link #nanos}. */
    void time(List<Timer> timers, long start) {
        if (!timers.isEmpty()) {
            time(nanos() - start, timers);
        }
    }

    private static void time(long nanos, List<Timer> timers) {
        for (int i = 0; i < timers.size(); i++) {
            timers.get(i).record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Returns the time of the clock that measures requests, in nanoseconds. */
    long nanos() {
        return clock.nanos();
    }
}
