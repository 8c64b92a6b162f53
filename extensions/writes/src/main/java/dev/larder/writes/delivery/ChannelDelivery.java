package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.DeliveryFences;
import dev.larder.writes.DeliveryJournal;
import dev.larder.writes.WriteBatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClient;

/**
 * Delivers the acknowledged writes of one channel to their origin, in batches or one by one. Writes of one key are
 * delivered in order, each until it is settled. A batch is recorded before it is sent, fenced while it is
 * in progress, and settled when it has been answered or given up; a request without an answer is repeated unchanged.
 */
public final class ChannelDelivery implements AutoCloseable {

    private final DeliveryJournal journal;
    private final DeliveryFences fences;
    private final DeliveryTransport transport;
    private final DeliveryTimer timer;
    private final LongSupplier nanos;
    private final long start;
    private final DeliveryPlanner planner;
    private final OriginReachabilityLog reachability;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicBoolean rang = new AtomicBoolean();
    private final Map<UnsettledBatch, CompletableFuture<DeliveryOutcome>> underWay = new ConcurrentHashMap<>();
    private DeliveryTimer.@Nullable Alarm alarm;
    private long alarmAt = Long.MAX_VALUE;
    private volatile boolean closed;

    ChannelDelivery(
            DeliveryChannel channel,
            DeliveryJournal journal,
            DeliveryFences fences,
            DeliveryTransport transport,
            Time time,
            Supplier<UUID> ids) {
        this.journal = journal;
        this.fences = fences;
        this.transport = transport;
        this.timer = time.timer();
        this.nanos = time.nanos();
        this.start = nanos.getAsLong();
        this.planner = new DeliveryPlanner(channel, new RetryBackoff(channel.retry(), time.random()), ids);
        this.reachability = new OriginReachabilityLog(channel.name());
    }

    /**
     * The sources of time and randomness.
     *
     * @param nanos nanoseconds on a monotonic time line
     * @param timer on the same time line
     * @param random shortens delays; used by one thread at a time
     */
    public record Time(LongSupplier nanos, DeliveryTimer timer, RandomGenerator random) {}

    /**
     * Creates a delivery without writes.
     *
     * @param client sends the requests
     */
    public static ChannelDelivery to(
            DeliveryChannel channel, DeliveryJournal journal, DeliveryFences fences, HttpClient client, Time time) {
        var transport = new HttpDeliveryTransport(client, channel, new BatchFormatter(channel, journal));
        return new ChannelDelivery(channel, journal, fences, transport, time, UUID::randomUUID);
    }

    /** Adds a durable write; writes must be offered in the order of their numbers. */
    public void offer(AcknowledgedWrite write) {
        offer(write, 0);
    }

    /** Adds a durable write that its origin has answered this often already. */
    public void offer(AcknowledgedWrite write, int attempts) {
        tell(now -> planner.offer(write, attempts, now));
    }

    /**
     * Adds a batch that was recorded in an earlier run and not settled: it is sent again unchanged, before any later
     * write of its keys. Must be called before those are offered.
     */
    public void resume(WriteBatch batch) {
        tell(now -> planner.resume(batch, now));
    }

    /** Sends all writes, whether batches are full or not. */
    public CompletionStage<FlushResult> flush() {
        return flush(write -> true);
    }

    /**
     * Sends these writes and all older ones, whether batches are full or not.
     *
     * @param asked a pure function; called under a lock
     * @return completes when each of them has been settled, or waits because it, an earlier one of its key, or every
     *     delivery has failed
     */
    public CompletionStage<FlushResult> flush(Predicate<AcknowledgedWrite> asked) {
        return start(asked).done;
    }

    /**
     * Sends writes that are added now, and all older ones. None is sent before all have been added: the result includes each of
     * them.
     *
     * @param adding adds writes to this delivery, which nobody else uses yet
     */
    public CompletionStage<FlushResult> flush(Runnable adding) {
        calls.incrementAndGet();
        try {
            adding.run();
            return locked(now -> planner.flush(write -> true, now)).done;
        } finally {
            carryOutSteps();
        }
    }

    private FlushProgress start(Predicate<AcknowledgedWrite> asked) {
        FlushProgress flush = locked(now -> planner.flush(asked, now));
        pump();
        return flush;
    }

    /**
     * Flushes until the deadline and then stops for good. Unsettled writes remain durable; requests in progress at the
     * deadline are cancelled.
     */
    public CompletionStage<FlushResult> close(Duration deadline) {
        FlushProgress flush = start(write -> true);
        var closed = new CompletableFuture<FlushResult>();
        Runnable stop = () -> {
            close();
            closed.complete(locked(now -> flush.result()));
        };
        DeliveryTimer.Alarm late = timer.after(deadline, stop);
        flush.done.thenRun(() -> {
            late.cancel();
            stop.run();
        });
        return closed;
    }

    /** Stops at once. */
    @Override
    public void close() {
        closed = true;
        tell(now -> planner.stop());
        underWay.values().forEach(request -> request.cancel(true));
    }

    /** Returns the current status. */
    public DeliveryStatus status() {
        return locked(now -> planner.status());
    }

    private void attempt(UnsettledBatch unsettled) {
        asked(() -> fences.raise(unsettled.batch)).whenComplete((raised, failure) -> {
            if (failure == null && !closed) {
                send(unsettled, raised);
            } else if (failure == null) {
                asked(() -> raised.lower(false, Optional.empty()));
            } else {
                conclude(unsettled, new DeliveryOutcome.Silence(false, "the fence cannot be raised"));
            }
        });
    }

    private void begin(UnsettledBatch unsettled) {
        asked(() -> journal.planned(unsettled.batch)).whenComplete((noted, failure) -> {
            reachability.journal(failure);
            if (failure == null) {
                locked(now -> run(() -> planner.planned(unsettled)));
                attempt(unsettled);
            } else {
                tell(now -> planner.notPlanned(unsettled, now));
            }
        });
    }

    private void send(UnsettledBatch unsettled, DeliveryFences.Raised fence) {
        CompletableFuture<DeliveryOutcome> request = request(unsettled.batch);
        underWay.put(unsettled, request);
        if (closed) {
            request.cancel(true);
        }
        request.handle((outcome, failure) -> outcome == null ? new DeliveryOutcome.Silence(true, "given up") : outcome)
                .thenAccept(outcome -> {
                    underWay.remove(unsettled);
                    asked(() -> fence.lower(outcome.mayHaveReachedOrigin(), outcome.answer()))
                            .whenComplete((lowered, failure) -> conclude(unsettled, outcome));
                });
    }

    private CompletableFuture<DeliveryOutcome> request(WriteBatch batch) {
        try {
            return transport.send(batch);
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(
                    new DeliveryOutcome.Silence(false, e.getClass().getSimpleName()));
        }
    }

    private void conclude(UnsettledBatch unsettled, DeliveryOutcome outcome) {
        reachability.origin(unsettled.batch, outcome);
        boolean over = locked(now -> planner.endRequest(unsettled, outcome, now));
        if (over) {
            settle(unsettled);
        }
        pump();
    }

    private void settle(UnsettledBatch unsettled) {
        asked(() -> journal.settled(unsettled.batch, unsettled.settlements)).whenComplete((noted, failure) -> {
            reachability.journal(failure);
            tell(now -> {
                if (failure == null) {
                    planner.settled(unsettled, now);
                } else {
                    planner.notSettled(unsettled, now);
                }
            });
        });
    }

    private static <T> CompletionStage<T> asked(Supplier<CompletionStage<T>> question) {
        try {
            return question.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    private void tell(Told told) {
        locked(now -> run(() -> told.at(now)));
        pump();
    }

    private static boolean run(Runnable task) {
        task.run();
        return true;
    }

    private <T> T locked(Function<Long, T> function) {
        lock.lock();
        try {
            return function.apply(nanos.getAsLong() - start);
        } finally {
            lock.unlock();
        }
    }

    /** Runs all steps that are due, on one thread at a time: concurrent callers leave their work to that thread. */
    private void pump() {
        if (calls.getAndIncrement() == 0) {
            carryOutSteps();
        }
    }

    private void carryOutSteps() {
        int seen = 1;
        do {
            boolean more = true;
            while (more) {
                more = carryOut(locked(planner::next));
            }
            tellFlushes();
            seen = calls.addAndGet(-seen);
        } while (seen != 0);
    }

    private boolean carryOut(DeliveryStep step) {
        if (step instanceof DeliveryStep.Begin begin) {
            begin(begin.flight());
        } else if (step instanceof DeliveryStep.Repeat repeat) {
            attempt(repeat.flight());
        } else if (step instanceof DeliveryStep.Settle settle) {
            settle(settle.flight());
        } else {
            wakeAt(((DeliveryStep.Rest) step).until());
            return false;
        }
        return true;
    }

    private void tellFlushes() {
        List<FlushProgress> over = locked(now -> planner.overdue());
        over.forEach(flush -> flush.done.complete(flush.result()));
    }

    private void wakeAt(long until) {
        if (!rang.getAndSet(false) && until == alarmAt) {
            return;
        }
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
        alarmAt = until;
        if (until != Long.MAX_VALUE) {
            long wait = Objects.requireNonNull(locked(now -> until - now));
            alarm = timer.after(Duration.ofNanos(Math.max(0, wait)), this::wake);
        }
    }

    private void wake() {
        rang.set(true);
        pump();
    }

    @FunctionalInterface
    private interface Told {
        void at(long now);
    }
}
