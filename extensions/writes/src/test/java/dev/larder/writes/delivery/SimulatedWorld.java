package dev.larder.writes.delivery;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Time that passes only from event to event, and all chance from one seed. */
final class SimulatedWorld implements DeliveryTimer {

    private static final int MAX_EVENTS = 200_000;

    final SplittableRandom random;
    boolean healthy;
    private final PriorityQueue<Event> events = new PriorityQueue<>(
            Comparator.<Event>comparingLong(event -> event.at).thenComparingLong(event -> event.order));
    private long now = -1_000_000_000_000L;
    private long order;
    private AssertionError violation;

    SimulatedWorld(long seed) {
        random = new SplittableRandom(seed);
    }

    long now() {
        return now;
    }

    @Override
    public Alarm after(Duration delay, Runnable task) {
        var event = new Event(now + delay.toNanos(), order++, task);
        events.add(event);
        return () -> events.remove(event);
    }

    void after(long mostMillis, Runnable task) {
        after(Duration.ofNanos(random.nextLong(mostMillis * 1_000_000 + 1)), task);
    }

    /** Whether something goes wrong that does so in so many of a hundred cases. */
    boolean fails(int percent) {
        return !healthy && chance(percent);
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** Remembers what must not be, wherever it is found: futures keep what is thrown in them to themselves. */
    void must(boolean holds, String what) {
        if (!holds && violation == null) {
            violation = new AssertionError(what);
        }
    }

    /** Lets so much time pass. */
    void pass(Duration time) {
        long until = now + time.toNanos();
        while (!events.isEmpty() && events.peek().at <= until) {
            Event event = events.poll();
            now = event.at;
            event.task.run();
        }
        now = until;
    }

    /** Until nothing will happen any more. */
    void run() {
        for (int i = 0; !events.isEmpty(); i++) {
            if (i == MAX_EVENTS) {
                throw new AssertionError("events without end");
            }
            Event event = events.poll();
            now = event.at;
            event.task.run();
            if (violation != null) {
                throw violation;
            }
        }
    }

    private record Event(long at, long order, Runnable task) {}
}
