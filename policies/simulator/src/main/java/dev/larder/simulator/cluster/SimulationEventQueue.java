package dev.larder.simulator.cluster;

import java.util.Arrays;

/** Future events: a heap by time, in nanoseconds from 0. Equal sequences of calls give equal sequences of events. */
final class SimulationEventQueue {

    /** An event at a point in time. */
    interface Event {
        void happen(long now);
    }

    private long[] times = new long[1 << 10];
    private Event[] events = new Event[1 << 10];
    private int size;
    private long passed;

    /** Returns the number of events that have happened. */
    long passed() {
        return passed;
    }

    void add(long time, Event event) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            events = Arrays.copyOf(events, 2 * size);
        }
        int hole = size++;
        while (hole > 0 && times[(hole - 1) / 2] > time) {
            move((hole - 1) / 2, hole);
            hole = (hole - 1) / 2;
        }
        times[hole] = time;
        events[hole] = event;
    }

    /** Runs the next event, which must exist. */
    long next() {
        long now = times[0];
        Event event = events[0];
        passed++;
        removeFirst();
        event.happen(now);
        return now;
    }

    private void removeFirst() {
        size--;
        long time = times[size];
        Event last = events[size];
        int hole = 0;
        for (int child = 1; child < size; child = 2 * hole + 1) {
            if (child + 1 < size && times[child + 1] < times[child]) {
                child++;
            }
            if (times[child] >= time) {
                break;
            }
            move(child, hole);
            hole = child;
        }
        times[hole] = time;
        events[hole] = last;
    }

    private void move(int from, int to) {
        times[to] = times[from];
        events[to] = events[from];
    }
}
