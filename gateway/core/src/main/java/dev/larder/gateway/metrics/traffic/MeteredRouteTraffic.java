package dev.larder.gateway.metrics.traffic;

import dev.larder.rfc9111.Reason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** The meters of one route; each is looked up once. */
final class MeteredRouteTraffic implements RouteTraffic {

    private static final Duration[] BUCKETS = {
        Duration.ofNanos(50_000),
        Duration.ofNanos(100_000),
        Duration.ofNanos(250_000),
        Duration.ofNanos(500_000),
        Duration.ofMillis(1),
        Duration.ofNanos(2_500_000),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2_500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30)
    };

    private final MeterRegistry registry;
    private final Tags route;
    private final StoreCounters gets;
    private final Map<Outcome, Counter> requests = new ConcurrentHashMap<>();
    private final Map<CacheResult, Counter> bytes = new ConcurrentHashMap<>();
    private final Map<CacheResult, Timer> latency = new ConcurrentHashMap<>();
    private final Map<MissCause, Counter> misses = new ConcurrentHashMap<>();
    private final Map<Reason, Counter> notStored = new ConcurrentHashMap<>();
    private final Timer origin;
    private final Counter hits;
    private final Counter bytesOfHits;
    private final Timer latencyOfHits;

    private record Outcome(CacheResult result, Reason reason) {}

    MeteredRouteTraffic(MeterRegistry registry, String route, StoreCounters gets) {
        this.gets = gets;
        this.registry = registry;
        this.route = Tags.of("route", route);
        this.origin = timer("larder.origin", "Time from an origin request to the head of its response", this.route);
        this.hits = requests(new Outcome(CacheResult.HIT, Reason.HIT));
        this.bytesOfHits = bytes(CacheResult.HIT);
        this.latencyOfHits = latency(CacheResult.HIT);
    }

    @Override
    public boolean isCounted() {
        return true;
    }

    @Override
    public void hit(Reason reason, long content, long nanos) {
        gets.hit();
        if (reason == Reason.HIT) {
            hits.increment();
            bytesOfHits.increment((double) content);
            latencyOfHits.record(nanos, TimeUnit.NANOSECONDS);
        } else {
            requests(new Outcome(CacheResult.STALE, reason)).increment();
            bytes(CacheResult.STALE).increment((double) content);
            latency(CacheResult.STALE).record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void ended(RequestOutcome requestOutcome, Supplier<MissCause> ofKey, long content, long nanos) {
        CacheResult result = requestOutcome.result();
        requests(new Outcome(result, requestOutcome.reason())).increment();
        requestOutcome.missed(ofKey).ifPresent(this::missed);
        if (result.isFromStore()) {
            gets.hit();
        }
        answered(result, content);
        latency(result).record(nanos, TimeUnit.NANOSECONDS);
    }

    private void missed(MissCause cause) {
        misses(cause).increment();
        gets.missed();
    }

    @Override
    public void answered(CacheResult result, long content) {
        bytes(result).increment((double) content);
    }

    @Override
    public void fetched(long nanos) {
        origin.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void notStored(Reason reason) {
        once(
                        notStored,
                        reason,
                        why -> counter(
                                "larder.not.stored",
                                "Responses of the origin that were not stored",
                                route.and("reason", why.token())))
                .increment();
    }

    @Override
    public void stored() {
        gets.put();
    }

    private Counter requests(Outcome outcome) {
        return once(
                requests,
                outcome,
                key -> counter(
                        "larder.requests",
                        "Requests on cached routes",
                        route.and("result", key.result().token())
                                .and("reason", key.reason().token())));
    }

    private Counter misses(MissCause cause) {
        return once(
                misses,
                cause,
                why -> counter(
                        "larder.misses",
                        "Requests that the store could have served and did not",
                        route.and("cause", why.token())));
    }

    private Counter bytes(CacheResult result) {
        return once(
                bytes,
                result,
                word -> Counter.builder("larder.bytes")
                        .description(
                                "Content of responses: as announced, otherwise as sent; passed-through responses only as announced")
                        .baseUnit("bytes")
                        .tags(route.and("result", word.token()))
                        .register(registry));
    }

    private Timer latency(CacheResult result) {
        return once(
                latency,
                result,
                word -> timer(
                        "larder.latency",
                        "Time from the arrival of a request to the head of its response",
                        route.and("result", word.token())));
    }

    /** Finds existing meters without a lock. */
    private static <K, M> M once(Map<K, M> meters, K key, Function<K, M> made) {
        M known = meters.get(key);
        return known != null ? known : meters.computeIfAbsent(key, made);
    }

    private Counter counter(String name, String description, Tags tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    private Timer timer(String name, String description, Tags tags) {
        return Timer.builder(name)
                .description(description)
                .serviceLevelObjectives(BUCKETS)
                .tags(tags)
                .register(registry);
    }
}
