package dev.larder.warmup;

import dev.larder.gateway.message.LarderClock;
import dev.larder.warmup.WarmUpProgress.State;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Sinks;

/** Requests what its sources list, once, on a thread of its own. */
public final class WarmUp {

    /** The longest warm-up: what is not stored by then, clients have asked for. */
    static final Duration MAX_TIME = Duration.ofHours(1);

    /** Failures in a row after which the origin is left alone. */
    static final int MAX_FAILURES = 20;

    private static final Logger log = LoggerFactory.getLogger(WarmUp.class);
    private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(10);

    /** Parsers describe errors in several lines. */
    private static final Pattern LINE_BREAKS = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]+");

    private final Limits limits;
    private final LarderClock clock;
    private final WarmUpPace pace;
    private final Semaphore free;
    private final AtomicLongArray outcomes = new AtomicLongArray(WarmUpOutcome.values().length);
    private final AtomicInteger failures = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Sinks.Empty<Void> stopped = Sinks.empty();
    private volatile State state = State.OFF;
    private volatile int targets;
    private volatile @Nullable Thread thread;

    /**
     * Bounds of the load.
     *
     * @param maxRate maximum number of requests per second
     * @param maxConcurrency maximum number of requests at a time
     * @param maxTargets maximum number of requests
     */
    public record Limits(int maxRate, int maxConcurrency, int maxTargets) {}

    /** Creates a warm-up that has not begun. */
    public WarmUp(Limits limits, LarderClock clock) {
        this.limits = limits;
        this.clock = clock;
        this.pace = new WarmUpPace(limits.maxRate());
        this.free = new Semaphore(limits.maxConcurrency());
    }

    /** Begins; the client is closed at the end. */
    public void start(List<WarmUpSource> sources, WarmUpClient client) {
        state = State.READING;
        var worker = new Thread(() -> run(sources, client), "larder-warm-up");
        worker.setDaemon(true);
        thread = worker;
        worker.start();
    }

    /** Stops; requests under way are cancelled. */
    public void stop() {
        Thread worker = thread;
        if (worker != null) {
            worker.interrupt();
        }
        stopped.tryEmitEmpty();
    }

    /** Waits until it is over, and not longer. Returns whether it is, or has never begun. */
    public boolean await(Duration most) throws InterruptedException {
        return state == State.OFF || over.await(most.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns how far it is. */
    public WarmUpProgress progress() {
        Map<String, Long> counts =
                Arrays.stream(WarmUpOutcome.values()).collect(Collectors.toMap(WarmUpOutcome::word, this::count));
        return new WarmUpProgress(state, targets, counts, pace.rate());
    }

    /** Returns the number of requests with this outcome. */
    public long count(WarmUpOutcome outcome) {
        return outcomes.get(outcome.ordinal());
    }

    private void run(List<WarmUpSource> sources, WarmUpClient client) {
        try {
            Set<WarmUpTarget> all = read(sources, client);
            targets = all.size();
            state = State.REQUESTING;
            log.info(
                    "Warm-up begins: {} targets, at most {} requests per second and {} at a time.",
                    all.size(),
                    limits.maxRate(),
                    limits.maxConcurrency());
            state = request(all, client);
        } catch (InterruptedException stopped) {
            state = State.STOPPED;
        } catch (RuntimeException fault) {
            state = State.ABANDONED;
            log.error("The warm-up failed.", fault);
        } finally {
            if (state == State.READING || state == State.REQUESTING) {
                state = State.ABANDONED;
            }
            client.close();
            over.countDown();
        }
        log.info("Warm-up ends: {}.", progress().text());
    }

    private Set<WarmUpTarget> read(List<WarmUpSource> sources, WarmUpClient client) throws InterruptedException {
        Set<WarmUpTarget> all = new LinkedHashSet<>();
        for (WarmUpSource source : sources) {
            try {
                add(source, client, all);
            } catch (IOException | RuntimeException unreadable) {
                log.warn(
                        "Warm-up: the {} cannot be read ({}). Its targets are stored when clients ask for them.",
                        source.name(),
                        LINE_BREAKS.matcher(unreadable.toString()).replaceAll(" "));
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return all;
    }

    private void add(WarmUpSource source, WarmUpClient client, Set<WarmUpTarget> all) throws IOException {
        WarmUpListing listing = source.read(limits.maxTargets());
        List<WarmUpTarget> found = listing.targets();
        List<WarmUpTarget> complete = found.stream()
                .map(client::complete)
                .filter(target -> !target.authority().isEmpty())
                .toList();
        complete.stream().takeWhile(target -> all.size() < limits.maxTargets()).forEach(all::add);
        log.info(
                "Warm-up: {} targets from the {}; {} of its entries are left out.",
                complete.size(),
                source.name(),
                listing.leftOut());
        warn(source, listing);
        if (complete.size() < found.size()) {
            log.warn(
                    "Warm-up: {} targets name no host, so nobody knows what clients ask for. Set larder.warm-up.host.",
                    found.size() - complete.size());
        }
    }

    private static void warn(WarmUpSource source, WarmUpListing listing) {
        listing.faults()
                .forEach(fault -> log.warn(
                        "Warm-up: a part of the {} cannot be read ({}). The rest of it is requested.",
                        source.name(),
                        LINE_BREAKS.matcher(fault).replaceAll(" ")));
        if (listing.targets().isEmpty() && listing.leftOut() > 0) {
            log.warn(
                    "Warm-up: nothing in the {} can be requested: none of its {} entries is a path or an http URL, or a line in the"
                            + " Common or Combined Log Format. Check its format.",
                    source.name(),
                    listing.leftOut());
        } else if (listing.targets().isEmpty()) {
            log.warn("Warm-up: the {} has no targets.", source.name());
        }
    }

    private State request(Set<WarmUpTarget> all, WarmUpClient client) throws InterruptedException {
        long end = clock.nanos() + MAX_TIME.toNanos();
        long report = clock.nanos() + BETWEEN_REPORTS.toNanos();
        for (WarmUpTarget target : all) {
            free.acquire();
            long now = clock.nanos();
            TimeUnit.NANOSECONDS.sleep(pace.reserve(now) - now);
            pace.sent(clock.nanos());
            if (failures.get() >= MAX_FAILURES || clock.nanos() - end > 0) {
                log.warn("Warm-up: abandoned, as the origin keeps failing, or {} are over.", MAX_TIME);
                return State.ABANDONED;
            }
            send(target, client);
            if (clock.nanos() - report > 0) {
                log.info("Warm-up: {}.", progress().text());
                report = clock.nanos() + BETWEEN_REPORTS.toNanos();
            }
        }
        free.acquire(limits.maxConcurrency());
        return State.COMPLETE;
    }

    private void send(WarmUpTarget target, WarmUpClient client) {
        long begin = clock.nanos();
        client.get(target)
                .takeUntilOther(stopped.asMono())
                .doFinally(end -> free.release())
                .subscribe(answer -> ended(answer, begin));
    }

    private void ended(WarmUpAnswer answer, long begin) {
        outcomes.incrementAndGet(answer.outcome().ordinal());
        long now = clock.nanos();
        switch (answer.outcome()) {
            case STORED, NOT_STORED -> {
                failures.set(0);
                pace.answered(now - begin);
            }
            case FAILED -> {
                failures.incrementAndGet();
                pace.failed(now, answer.pause());
            }
            case PRESENT -> failures.set(0);
        }
    }
}
