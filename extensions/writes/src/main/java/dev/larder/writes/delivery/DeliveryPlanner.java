package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.WriteBatch;
import dev.larder.writes.WriteSettlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which batch is sent when, without side effects. All times are nanoseconds on one time line that starts at
 * zero. Not thread-safe.
 */
final class DeliveryPlanner {

    private static final int SILENCES_BEFORE_A_PAUSE = 2;

    private final DeliveryChannel channel;
    private final Supplier<UUID> ids;
    private final RetryBackoff backoff;
    private final BatchRetryPolicy retrying;
    private final DeliveryQueues queues;
    private final OutstandingWrites outstanding = new OutstandingWrites();
    private final PriorityQueue<UnsettledBatch> repeats = byDue();
    private final PriorityQueue<UnsettledBatch> unsettled = byDue();
    private final List<FlushProgress> flushes = new ArrayList<>();
    private final long age;
    private long demanded = Long.MIN_VALUE;
    private long pausedUntil;
    private int failures;
    private int busy;
    private long requests;
    private boolean repeatedLast;
    private boolean stopped;

    DeliveryPlanner(DeliveryChannel channel, RetryBackoff backoff, Supplier<UUID> ids) {
        this.channel = channel;
        this.ids = ids;
        this.backoff = backoff;
        this.retrying = new BatchRetryPolicy(channel, backoff);
        this.queues = new DeliveryQueues(channel);
        this.age = nanos(channel);
    }

    private static long nanos(DeliveryChannel channel) {
        long longest = Long.MAX_VALUE / 4;
        return channel.flush().age().compareTo(Duration.ofNanos(longest)) > 0
                ? longest
                : channel.flush().age().toNanos();
    }

    private static PriorityQueue<UnsettledBatch> byDue() {
        return new PriorityQueue<>(Comparator.<UnsettledBatch>comparingLong(flight -> flight.due)
                .thenComparingLong(flight -> flight.batch.writes().get(0).number()));
    }

    void offer(AcknowledgedWrite write, int attempts, long now) {
        var queued = new QueuedWrite(write, attempts, now);
        outstanding.add(queued);
        queues.add(queued);
    }

    void resume(WriteBatch batch, long now) {
        List<QueuedWrite> writes = batch.writes().stream()
                .map(write -> new QueuedWrite(write, 0, now))
                .toList();
        writes.forEach(outstanding::add);
        var flight = new UnsettledBatch(batch, writes);
        flight.planned = true;
        flight.resumed = true;
        flight.ambiguous = true;
        queues.hold(flight);
        if (channel.bulk().isEmpty() && writes.size() > 1) {
            conclude(flight, retrying.withoutEndpoint(flight));
            idle(unsettled, flight, now);
        } else {
            idle(repeats, flight, now);
        }
    }

    /** Returns the next step; each is returned once. */
    DeliveryStep next(long now) {
        queues.wake(now);
        @Nullable UnsettledBatch settling = unsettled.peek();
        if (due(settling) <= now) {
            return new DeliveryStep.Settle(unidle(unsettled));
        }
        if (stopped || busy >= channel.requests().parallel()) {
            return new DeliveryStep.Rest(due(settling));
        }
        @Nullable UnsettledBatch repeated = repeats.peek();
        boolean repeatIsDue = due(repeated) <= now;
        boolean begins = beginsAt() <= now;
        if (repeatIsDue && !(begins && repeatedLast)) {
            return repeat();
        }
        return begins
                ? begin(now)
                : new DeliveryStep.Rest(
                        Math.min(Math.min(queues.nextRestOver(), beginsAt()), Math.min(due(settling), due(repeated))));
    }

    private static long due(@Nullable UnsettledBatch flight) {
        return flight == null ? Long.MAX_VALUE : flight.due;
    }

    private long beginsAt() {
        long full = queues.full().isPresent() ? 0 : Long.MAX_VALUE;
        long old = queues.oldest().map(this::oldAt).orElse(Long.MAX_VALUE);
        return Math.max(pausedUntil, Math.min(full, old));
    }

    private long oldAt(DestinationQueue destination) {
        QueuedWrite first = destination.first();
        return first.write.number() <= demanded ? 0 : first.since + age;
    }

    /** Old writes come before full batches: a busy destination delays no other. */
    private DestinationQueue chosen(long now) {
        return queues.oldest()
                .filter(oldest -> oldAt(oldest) <= now)
                .or(queues::full)
                .orElseThrow();
    }

    private DeliveryStep repeat() {
        repeatedLast = true;
        busy++;
        requests++;
        return new DeliveryStep.Repeat(unidle(repeats));
    }

    private DeliveryStep begin(long now) {
        repeatedLast = false;
        busy++;
        List<QueuedWrite> writes = queues.take(chosen(now));
        var batch = new WriteBatch(
                ids.get(),
                channel.name(),
                writes.stream().map(queued -> queued.write).toList());
        var flight = new UnsettledBatch(batch, writes);
        queues.hold(flight);
        return new DeliveryStep.Begin(flight);
    }

    /** A new batch has been recorded: it is sent now. */
    void planned(UnsettledBatch flight) {
        flight.planned = true;
        requests++;
    }

    /** A new batch could not be recorded. */
    void notPlanned(UnsettledBatch flight, long now) {
        busy--;
        failures++;
        pause(now);
        var due = new LinkedHashMap<QueuedWrite, Long>();
        flight.writes.forEach(queued -> again(due, queued, now));
        queues.release(flight, due);
    }

    private void pause(long now) {
        pausedUntil = now + backoff.delay(failures);
        flushes.forEach(flush -> flush.restsAll(key -> true));
    }

    /**
     * A request has ended.
     *
     * @return whether the batch must be settled now
     */
    boolean endRequest(UnsettledBatch flight, DeliveryOutcome outcome, long now) {
        busy--;
        breathe(flight, outcome, now);
        RetryDecision verdict = retrying.judge(flight, outcome, now);
        if (verdict instanceof RetryDecision.Repeat repeat) {
            idle(repeats, flight, now + repeat.delay());
            return false;
        }
        conclude(flight, verdict);
        return true;
    }

    private static void conclude(UnsettledBatch flight, RetryDecision verdict) {
        if (verdict instanceof RetryDecision.Split split) {
            split(flight, split);
        } else {
            flight.settlements = ((RetryDecision.Settle) verdict).settlements();
        }
    }

    /** While new batches get no answer, they are started one at a time, at growing intervals. */
    private void breathe(UnsettledBatch flight, DeliveryOutcome outcome, long now) {
        if (!(outcome instanceof DeliveryOutcome.Silence)) {
            failures = 0;
            pausedUntil = 0;
        } else if (flight.silences + flight.answers == 0 && ++failures >= SILENCES_BEFORE_A_PAUSE) {
            pause(now);
        }
    }

    private static void split(UnsettledBatch flight, RetryDecision.Split split) {
        flight.limit = split.limit();
        flight.rest = split.delay();
        flight.settlements = flight.writes.stream()
                .<WriteSettlement>map(queued -> new WriteSettlement.Again(queued.write, queued.attempts))
                .toList();
    }

    private void idle(PriorityQueue<UnsettledBatch> queue, UnsettledBatch flight, long due) {
        flight.idle = true;
        flight.due = due;
        queue.add(flight);
        flight.writes.forEach(queued -> flushes.forEach(flush -> flush.rests(queued.write.key())));
    }

    private static UnsettledBatch unidle(PriorityQueue<UnsettledBatch> queue) {
        UnsettledBatch flight = queue.remove();
        flight.idle = false;
        return flight;
    }

    /** The outcome of a batch could not be recorded. */
    void notSettled(UnsettledBatch flight, long now) {
        idle(unsettled, flight, now + backoff.delay(++flight.unsettled));
    }

    /** The outcome of a batch has been recorded. */
    void settled(UnsettledBatch flight, long now) {
        Map<QueuedWrite, Long> due = new LinkedHashMap<>();
        for (int i = 0; i < flight.writes.size(); i++) {
            settled(flight, flight.writes.get(i), flight.settlements.get(i), due, now);
        }
        queues.release(flight, due);
    }

    private void settled(
            UnsettledBatch flight,
            QueuedWrite queued,
            WriteSettlement settlement,
            Map<QueuedWrite, Long> due,
            long now) {
        if (settlement instanceof WriteSettlement.Again again) {
            boolean failed = again.attempts() > queued.attempts;
            queued.attempts = again.attempts();
            queued.limit = Math.min(queued.limit, flight.limit);
            again(due, queued, now + (failed ? backoff.delay(again.attempts()) : flight.rest));
            if (failed || flight.rest > 0) {
                flushes.forEach(flush -> flush.rests(queued.write.key()));
            }
            return;
        }
        outstanding.remove(queued);
        flushes.forEach(flush -> flush.settled(settlement));
    }

    private static void again(Map<QueuedWrite, Long> due, QueuedWrite queued, long at) {
        queued.urgent = true;
        due.put(queued, at);
    }

    /** Starts a flush of these writes. */
    FlushProgress flush(Predicate<AcknowledgedWrite> asked, long now) {
        var flush = new FlushProgress(asked);
        outstanding.forEach(flush::consider);
        flush.restsAll(key -> stopped || queues.isWaiting(key, now));
        demanded = Math.max(demanded, flush.last());
        flushes.add(flush);
        return flush;
    }

    /** Returns the finished flushes, each once. */
    List<FlushProgress> overdue() {
        List<FlushProgress> over =
                flushes.stream().filter(FlushProgress::isOver).toList();
        flushes.removeAll(over);
        return over;
    }

    /** Stops sending. */
    void stop() {
        stopped = true;
        flushes.forEach(flush -> flush.restsAll(key -> true));
    }

    DeliveryStatus status() {
        return new DeliveryStatus(
                outstanding.count(),
                outstanding.bytes(),
                busy,
                repeats.size(),
                requests,
                outstanding.oldest().map(AcknowledgedWrite::accepted));
    }
}
