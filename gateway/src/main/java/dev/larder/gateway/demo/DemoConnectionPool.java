package dev.larder.gateway.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.PriorityQueue;

/** What an origin waits for: a pool of connections, each of which does one request at a time, first come, first served. */
final class DemoConnectionPool {

    /** When each connection will be free; empty if there is no bound. */
    private final PriorityQueue<Instant> free;

    /** A pool of that many connections; 0 means as many as are asked for. */
    DemoConnectionPool(int connections) {
        this.free = new PriorityQueue<>(Collections.nCopies(connections, Instant.MIN));
    }

    /** How long a request that arrives now has to wait for its answer, if the answer takes that long. */
    synchronized Duration occupy(Instant now, Duration latency) {
        Instant next = free.poll();
        if (next == null) {
            return latency;
        }
        Instant end = (next.isAfter(now) ? next : now).plus(latency);
        free.add(end);
        return Duration.between(now, end);
    }
}
