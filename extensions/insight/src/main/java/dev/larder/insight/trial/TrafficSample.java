package dev.larder.insight.trial;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The exchanges of the last minutes, oldest first, up to {@link #MOST} and {@link #MAX_BYTES}; event loops add to it without waiting. */
public final class TrafficSample {

    /** Maximum number of exchanges. */
    public static final int MOST = 20_000;

    /** Approximate limit of its memory, in bytes. */
    public static final long MAX_BYTES = 32L << 20;

    private final Duration window;
    private final Queue<SampledExchange> exchanges = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    /** @param window how long exchanges are kept */
    public TrafficSample(Duration window) {
        this.window = window;
    }

    /** Adds an exchange that is over; drops the oldest ones that are too many, or too old. */
    public void add(SampledExchange exchange) {
        exchanges.add(exchange);
        count.incrementAndGet();
        bytes.addAndGet(exchange.weight());
        drop(exchange.times().responseTime());
    }

    private void drop(Instant now) {
        SampledExchange oldest = exchanges.peek();
        while (oldest != null && (count.get() > MOST || bytes.get() > MAX_BYTES || isOld(oldest, now))) {
            SampledExchange dropped = exchanges.poll();
            if (dropped != null) {
                count.decrementAndGet();
                bytes.addAndGet(-dropped.weight());
            }
            oldest = exchanges.peek();
        }
    }

    private boolean isOld(SampledExchange exchange, Instant now) {
        return exchange.times().responseTime().isBefore(now.minus(window));
    }

    /** Returns the exchanges that are not too old by now. */
    public List<SampledExchange> exchanges(Instant now) {
        drop(now);
        return List.copyOf(exchanges);
    }

    /** Returns the approximate bytes in use. */
    long bytes() {
        return bytes.get();
    }
}
