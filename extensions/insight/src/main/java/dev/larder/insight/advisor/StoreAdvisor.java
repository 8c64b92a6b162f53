package dev.larder.insight.advisor;

import dev.larder.cache.spi.CacheEntry;
import dev.larder.cache.spi.CacheKey;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.gateway.store.ResponseStore;
import dev.larder.insight.advisor.AccessSample.Kind;
import dev.larder.insight.advisor.AdvisorReport.Live;
import dev.larder.insight.advisor.AdvisorReport.PolicyCurve;
import dev.larder.insight.advisor.AdvisorReport.RouteSaving;
import dev.larder.insight.advisor.AdvisorReport.Sample;
import dev.larder.policies.ghost.ContentVersion;
import dev.larder.policies.ghost.GhostCaches;
import dev.larder.policies.ghost.GhostRead;
import dev.larder.policies.ghost.GhostReport;
import dev.larder.rfc9111.ResponseVariants;
import dev.larder.rfc9111.StoredResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Simulates other sizes and policies on a sample of the live traffic. Each request costs its thread two counters, the time of the
 * request and, if sampled, a slot in a ring; one thread does the rest, and reduces the sample under load.
 */
public final class StoreAdvisor implements CacheEventListener, AutoCloseable {

    /** A disabled advisor. */
    public static final StoreAdvisor NONE = new StoreAdvisor();

    /** Memory of the advisor: it limits the sample, and a larger sample gives the same advice. */
    public static final long MEMORY_BYTES = 8 << 20;

    /** Number of reads after which earlier ones count half, so that the advice follows changes of the traffic. */
    public static final long WINDOW = 1_000_000;

    /** Memory of observations that wait to be processed, in bytes. */
    public static final long SEEN_BYTES = 640 << 10;

    private static final Logger log = LoggerFactory.getLogger(StoreAdvisor.class);

    private static final int PLACES = 1 << 13;
    private static final Duration PERIOD = Duration.ofMillis(50);

    /**
     * Limit of the thread's share of a core; the period over which it is measured; the minimum number of observations for that.
     */
    private static final double MAX_BUSY_SHARE = 0.01;

    private static final Duration MEASURED = Duration.ofSeconds(2);
    private static final int TELLING = 2_000;

    /** Minimum rate of observed hits: one in so many. */
    private static final int MIN_TOLD = 64;

    private final Optional<Parts> parts;
    private final AccessSampleRing samples;
    private final StratumCounters strata = new StratumCounters();
    private final RouteTimeSavings times = new RouteTimeSavings();
    private volatile int told = 1;
    private long busy;
    private long seen;
    private long measuredFrom;
    private long droppedBefore;

    /**
     * Components of an enabled advisor.
     *
     * @param thread does the work
     */
    private record Parts(
            AdvisorSettings settings,
            GhostCaches ghosts,
            ResponseStore store,
            LarderClock clock,
            ScheduledExecutorService thread) {}

    private StoreAdvisor() {
        this.parts = Optional.empty();
        this.samples = new AccessSampleRing(1);
    }

    private StoreAdvisor(Parts parts) {
        this.parts = Optional.of(parts);
        this.samples = new AccessSampleRing(PLACES);
        this.measuredFrom = parts.clock().nanos();
    }

    /** Creates an advisor, which is active if the settings enable it. */
    public static StoreAdvisor of(AdvisorSettings settings, ResponseStore store, LarderClock clock) {
        if (!settings.on()) {
            return NONE;
        }
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
            var made = new Thread(task, "larder-advisor");
            made.setDaemon(true);
            return made;
        });
        var advisor = new StoreAdvisor(new Parts(settings, new GhostCaches(settings.ghosts()), store, clock, thread));
        thread.scheduleWithFixedDelay(advisor::look, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        return advisor;
    }

    /** Whether it is active. */
    public boolean isActive() {
        return parts.isPresent();
    }

    @Override
    public boolean isListening() {
        return isActive();
    }

    @Override
    public void hit(String route, CacheKey key, CacheEntry<ResponseVariants> entry) {
        seen(Kind.HIT, route, key, entry);
    }

    @Override
    public void shared(String route, CacheKey key, ResourceTags tags, StoredResponse response) {
        parts.ifPresent(
                there -> shared(route, key, entry(key, response, 0, there.store.stamp(tags.stampOfResponse()))));
    }

    /** Records a request without a usable entry that was answered with the response fetched by another request. */
    void shared(String route, CacheKey key, CacheEntry<ResponseVariants> entry) {
        seen(Kind.SHARED, route, key, entry);
    }

    private void seen(Kind kind, String route, CacheKey key, CacheEntry<ResponseVariants> entry) {
        Parts there = parts.orElse(null);
        if (there == null) {
            return;
        }
        int stratum = strata.meet(there.ghosts, key.hashCode(), entry.weight());
        int of = told;
        boolean counted = of == 1 || (ThreadLocalRandom.current().nextInt() & of - 1) == 0;
        if (counted || there.ghosts.isDrawn(key.hashCode())) {
            long epoch = there.store.epoch();
            long moved = there.store.epochOf(entry.stamp());
            AccessSample place = samples.claim();
            if (place != null) {
                place.is(kind, route);
                place.of(key, entry, epoch, moved);
                place.stratum = stratum;
                place.stands = counted ? of : 0;
                samples.publish(place);
            }
        }
    }

    @Override
    public void fetched(String route, CacheKey key, StoredResponse response, long cost, EpochStamp stamp) {
        if (isActive()) {
            fetched(route, key, entry(key, response, cost, stamp));
        }
    }

    /** Records a fetched response that may be stored. */
    void fetched(String route, CacheKey key, CacheEntry<ResponseVariants> entry) {
        Parts there = parts.orElse(null);
        if (there != null) {
            int stratum = strata.meet(there.ghosts, key.hashCode(), entry.weight());
            long moved = there.store.epochOf(entry.stamp());
            AccessSample place = samples.claim();
            if (place != null) {
                place.is(Kind.FETCHED, route);
                place.of(key, entry, entry.stamp().epoch(), moved);
                place.stratum = stratum;
                samples.publish(place);
            }
        }
    }

    /** Records a background fetch, which is not a client's request. */
    @Override
    public void refreshed(String route, long cost) {
        AccessSample place = parts.isPresent() ? samples.claim() : null;
        if (place != null) {
            place.is(Kind.FETCHED, route);
            place.cost = cost;
            samples.publish(place);
        }
    }

    @Override
    public void forwarded(String route, long nanos) {
        AccessSample place = parts.isPresent() ? samples.claim() : null;
        if (place != null) {
            place.is(Kind.FORWARDED, route);
            place.nanos = nanos;
            samples.publish(place);
        }
    }

    /** A fault loses observations, but does not end the advisor. */
    private void look() {
        try {
            parts.ifPresent(this::look);
        } catch (RuntimeException fault) {
            log.warn("The advisor could not evaluate a request.", fault);
        }
    }

    /** Processes the observations since the last call. */
    private synchronized void look(Parts there) {
        long from = there.clock.nanos();
        strata.take(there.ghosts::count);
        long now = there.clock.steady().toEpochMilli();
        seen += samples.empty(sample -> take(there, sample, now));
        long until = there.clock.nanos();
        busy += until - from;
        if (until - measuredFrom > MEASURED.toNanos()) {
            adapt(there, until);
        }
    }

    private void take(Parts there, AccessSample sample, long now) {
        if (sample.kind == Kind.HIT) {
            times.hits(sample.route, sample.stands);
        } else if (sample.kind == Kind.FORWARDED) {
            times.forwarded(sample.route, sample.nanos);
        } else if (sample.kind == Kind.FETCHED && sample.cost > 0) {
            times.fetched(sample.route, sample.cost);
        }
        if (sample.stored) {
            var content = new Content(sample.epoch, sample.moved);
            there.ghosts.read(new GhostRead(
                    sample.key, sample.weight, content, now, sample.lifetime, sample.stands, sample.stratum));
        }
    }

    /**
     * Version of the response that a request would store.
     *
     * @param now the epoch
     * @param moved the epoch before which entries with its tags are invalid
     */
    private record Content(long now, long moved) implements ContentVersion {

        @Override
        public boolean isStillValid(long before) {
            return moved <= before;
        }
    }

    /** Reduces the sample if the thread cannot keep up. */
    private void adapt(Parts there, long now) {
        double load = (double) busy / (now - measuredFrom);
        long dropped = samples.dropped();
        if (dropped > droppedBefore || (seen >= TELLING && load > MAX_BUSY_SHARE)) {
            if (told < MIN_TOLD) {
                told *= 2;
            } else {
                there.ghosts.shrink();
            }
        }
        droppedBefore = dropped;
        busy = 0;
        seen = 0;
        measuredFrom = now;
    }

    /** Returns the findings so far. */
    public AdvisorReport report() {
        return parts.map(this::report).orElseGet(StoreAdvisor::nothing);
    }

    private synchronized AdvisorReport report(Parts there) {
        look(there);
        GhostReport ghosts = there.ghosts.report();
        var reports = new AdvisorReportBuilder(there.settings, ghosts);
        List<PolicyCurve> policies = reports.policies();
        List<RouteSaving> routes = times.savings();
        return new AdvisorReport(
                true,
                reports.inUse(),
                new Sample(
                        ghosts.requests(),
                        ghosts.keys(),
                        ghosts.oneIn(),
                        ghosts.drawn(),
                        ghosts.heaviest(),
                        told,
                        ghosts.bytes() + SEEN_BYTES,
                        samples.dropped()),
                policies,
                routes,
                reports.advice(policies, routes));
    }

    private static AdvisorReport nothing() {
        return new AdvisorReport(
                false,
                new Live("", 0, 0, 0, Map.of()),
                new Sample(0, 0, 0, 0, 0, 0, 0, 0),
                List.of(),
                List.of(),
                List.of("The advisor is off. To try other sizes and policies, start the gateway with"
                        + " larder.advisor.enabled=true."));
    }

    @Override
    public void close() {
        parts.ifPresent(there -> there.thread.shutdownNow());
    }

    /** Returns an entry as it would be stored, for callers that do not see the store's own. */
    static CacheEntry<ResponseVariants> entry(CacheKey key, StoredResponse response, long cost, EpochStamp stamp) {
        ResponseVariants variants = ResponseVariants.of(response);
        return new CacheEntry<>(variants, ResponseStore.weight(key, variants, stamp), cost, Instant.MAX, stamp);
    }
}
