package com.example.learning;

import dev.larder.gateway.message.LarderClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The gateway's clock: how long a response has been stored is for the test to say. The wall clock stands still before every Date
 * that the origin sends: a Date has whole seconds only, so that a response that arrives in the next second would count as one
 * second old (RFC 9111 4.2.3).
 */
final class AdjustableClock implements LarderClock {

    private final Instant wall = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final AtomicReference<Instant> steady = new AtomicReference<>(wall);

    @Override
    public Instant steady() {
        return steady.get();
    }

    @Override
    public Instant wall() {
        return wall;
    }

    void advance(Duration time) {
        steady.updateAndGet(before -> before.plus(time));
    }
}
