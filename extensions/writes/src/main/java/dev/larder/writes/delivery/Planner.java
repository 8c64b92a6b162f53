package dev.larder.writes.delivery;

import dev.larder.writes.Batch;
import dev.larder.writes.BufferedWrite;
import dev.larder.writes.Channel;
import dev.larder.writes.Settlement;
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
 * Decides what is sent when, from what it is told; does nothing itself. All times are nanoseconds on one time line that
 * starts at zero. Not for use by several threads.
 */
final class Planner {

    private static final int SILENCES_BEFORE_A_PAUSE = 2;

    private final Channel channel;
    private final Supplier<UUID> ids;
    private final Backoff backoff;
    private final Retrying retrying;
    private final Lanes lanes;
    private final Outstanding outstanding = new Outstanding();
    private final PriorityQueue<Flight> repeats = byDue();
    private final PriorityQueue<Flight> unsettled = byDue();
    private final List<Flush> flushes = new ArrayList<>();
    private final long age;
    private long demanded = Long.MIN_VALUE;
    private long pausedUntil;
    private int failures;
    private int busy;
    private long requests;
    private boolean repeatedLast;
    private boolean stopped;

    Planner(Channel channel, Backoff backoff, Supplier<UUID> ids) {
        this.channel = channel;
        this.ids = ids;
        this.backoff = backoff;
        this.retrying = new Retrying(channel, backoff);
        this.lanes = new Lanes(channel);
        this.age = nanos(channel);
    }

    private static long nanos(Channel channel) {
        long longest = Long.MAX_VALUE / 4;
        return channel.flush().age().compareTo(Duration.ofNanos(longest)) > 0
                ? longest
                : channel.flush().age().toNanos();
    }

    private static PriorityQueue<Flight> byDue() {
        return new PriorityQueue<>(Comparator.<Flight>comparingLong(flight -> flight.due)
                .thenComparingLong(flight -> flight.batch.writes().get(0).number()));
    }

    void offer(BufferedWrite write, int attempts, long now) {
        var waiting = new Waiting(write, attempts, now);
        outstanding.add(waiting);
        lanes.add(waiting);
    }

    void resume(Batch batch, long now) {
        List<Waiting> writes =
                batch.writes().stream().map(write -> new Waiting(write, 0, now)).toList();
        writes.forEach(outstanding::add);
        var flight = new Flight(batch, writes);
        flight.planned = true;
        flight.resumed = true;
        flight.ambiguous = true;
        lanes.hold(flight);
        if (channel.bulk().isEmpty() && writes.size() > 1) {
            conclude(flight, retrying.withoutEndpoint(flight));
            idle(unsettled, flight, now);
        } else {
            idle(repeats, flight, now);
        }
    }

    /** What to do now; each step is given once. */
    Step next(long now) {
        lanes.wake(now);
        @Nullable Flight settling = unsettled.peek();
        if (due(settling) <= now) {
            return new Step.Settle(unidle(unsettled));
        }
        if (stopped || busy >= channel.parallel()) {
            return new Step.Rest(due(settling));
        }
        @Nullable Flight repeated = repeats.peek();
        boolean repeatIsDue = due(repeated) <= now;
        boolean begins = beginsAt() <= now;
        if (repeatIsDue && !(begins && repeatedLast)) {
            return repeat();
        }
        return begins
                ? begin(now)
                : new Step.Rest(
                        Math.min(Math.min(lanes.nextRestOver(), beginsAt()), Math.min(due(settling), due(repeated))));
    }

    private static long due(@Nullable Flight flight) {
        return flight == null ? Long.MAX_VALUE : flight.due;
    }

    private long beginsAt() {
        long full = lanes.full().isPresent() ? 0 : Long.MAX_VALUE;
        long old = lanes.oldest().map(this::oldAt).orElse(Long.MAX_VALUE);
        return Math.max(pausedUntil, Math.min(full, old));
    }

    private long oldAt(Destination destination) {
        Waiting first = destination.first();
        return first.write.number() <= demanded ? 0 : first.since + age;
    }

    /** What is old goes before what is full: a destination with much to do holds up no other. */
    private Destination chosen(long now) {
        return lanes.oldest()
                .filter(oldest -> oldAt(oldest) <= now)
                .or(lanes::full)
                .orElseThrow();
    }

    private Step repeat() {
        repeatedLast = true;
        busy++;
        requests++;
        return new Step.Repeat(unidle(repeats));
    }

    private Step begin(long now) {
        repeatedLast = false;
        busy++;
        List<Waiting> writes = lanes.take(chosen(now));
        var batch = new Batch(
                ids.get(),
                channel.name(),
                writes.stream().map(waiting -> waiting.write).toList());
        var flight = new Flight(batch, writes);
        lanes.hold(flight);
        return new Step.Begin(flight);
    }

    /** A new batch has been noted: it is sent now. */
    void planned(Flight flight) {
        flight.planned = true;
        requests++;
    }

    /** A new batch could not be noted. */
    void notPlanned(Flight flight, long now) {
        busy--;
        failures++;
        pause(now);
        var due = new LinkedHashMap<Waiting, Long>();
        flight.writes.forEach(waiting -> again(due, waiting, now));
        lanes.release(flight, due);
    }

    private void pause(long now) {
        pausedUntil = now + backoff.delay(failures);
        flushes.forEach(flush -> flush.restsAll(key -> true));
    }

    /**
     * A request is over.
     *
     * @return whether the batch has to be settled now
     */
    boolean answered(Flight flight, Outcome outcome, long now) {
        busy--;
        breathe(flight, outcome, now);
        Verdict verdict = retrying.judge(flight, outcome);
        if (verdict instanceof Verdict.Repeat repeat) {
            idle(repeats, flight, now + repeat.delay());
            return false;
        }
        conclude(flight, verdict);
        return true;
    }

    private static void conclude(Flight flight, Verdict verdict) {
        if (verdict instanceof Verdict.Split split) {
            split(flight, split);
        } else {
            flight.settlements = ((Verdict.Settle) verdict).settlements();
        }
    }

    /** Where new batches have no answer, no more of them are begun than one at a time, ever more rarely. */
    private void breathe(Flight flight, Outcome outcome, long now) {
        if (!(outcome instanceof Outcome.Silence)) {
            failures = 0;
            pausedUntil = 0;
        } else if (flight.silences + flight.answers == 0 && ++failures >= SILENCES_BEFORE_A_PAUSE) {
            pause(now);
        }
    }

    private static void split(Flight flight, Verdict.Split split) {
        flight.limit = split.limit();
        flight.rest = split.delay();
        flight.settlements = flight.writes.stream()
                .<Settlement>map(waiting -> new Settlement.Again(waiting.write, waiting.attempts))
                .toList();
    }

    private void idle(PriorityQueue<Flight> queue, Flight flight, long due) {
        flight.idle = true;
        flight.due = due;
        queue.add(flight);
        flight.writes.forEach(waiting -> flushes.forEach(flush -> flush.rests(waiting.write.key())));
    }

    private static Flight unidle(PriorityQueue<Flight> queue) {
        Flight flight = queue.remove();
        flight.idle = false;
        return flight;
    }

    /** What has become of a batch could not be noted. */
    void notSettled(Flight flight, long now) {
        idle(unsettled, flight, now + backoff.delay(++flight.unsettled));
    }

    /** What has become of a batch has been noted. */
    void settled(Flight flight, long now) {
        Map<Waiting, Long> due = new LinkedHashMap<>();
        for (int i = 0; i < flight.writes.size(); i++) {
            settled(flight, flight.writes.get(i), flight.settlements.get(i), due, now);
        }
        lanes.release(flight, due);
    }

    private void settled(Flight flight, Waiting waiting, Settlement settlement, Map<Waiting, Long> due, long now) {
        if (settlement instanceof Settlement.Again again) {
            boolean failed = again.attempts() > waiting.attempts;
            waiting.attempts = again.attempts();
            waiting.limit = Math.min(waiting.limit, flight.limit);
            again(due, waiting, now + (failed ? backoff.delay(again.attempts()) : flight.rest));
            if (failed || flight.rest > 0) {
                flushes.forEach(flush -> flush.rests(waiting.write.key()));
            }
            return;
        }
        outstanding.remove(waiting);
        flushes.forEach(flush -> flush.settled(settlement));
    }

    private static void again(Map<Waiting, Long> due, Waiting waiting, long at) {
        waiting.urgent = true;
        due.put(waiting, at);
    }

    /** Starts a flush of these. */
    Flush flush(Predicate<BufferedWrite> asked) {
        var flush = new Flush(asked);
        outstanding.forEach(flush::consider);
        flush.restsAll(key -> stopped || lanes.rests(key));
        demanded = Math.max(demanded, flush.last());
        flushes.add(flush);
        return flush;
    }

    /** The flushes that are over; each is given once. */
    List<Flush> overdue() {
        List<Flush> over = flushes.stream().filter(Flush::isOver).toList();
        flushes.removeAll(over);
        return over;
    }

    /** From now on nothing is sent. */
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
                outstanding.oldest().map(BufferedWrite::accepted));
    }
}
