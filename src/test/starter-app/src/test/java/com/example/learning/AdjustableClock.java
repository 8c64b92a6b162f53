package com.example.learning;

import dev.larder.gateway.exchange.LarderClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** The gateway's clock: how long a response has been stored is for the test to say; the wall clock is the origin's too. */
final class AdjustableClock implements LarderClock {

    private final AtomicReference<Instant> steady = new AtomicReference<>(Instant.now());

    @Override
    public Instant steady() {
        return steady.get();
    }

    @Override
    public Instant wall() {
        return Instant.now();
    }

    void advance(Duration time) {
        steady.updateAndGet(before -> before.plus(time));
    }
}
