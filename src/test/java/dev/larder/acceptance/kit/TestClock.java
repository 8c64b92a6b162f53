package dev.larder.acceptance.kit;

import dev.larder.gateway.message.LarderClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** The gateway's clock, moved by the test alone. */
public final class TestClock implements LarderClock {

    private final AtomicReference<Instant> steady = new AtomicReference<>(Instant.now());
    private final AtomicReference<Instant> wall = new AtomicReference<>(steady.get());

    @Override
    public Instant steady() {
        return steady.get();
    }

    @Override
    public Instant wall() {
        return wall.get();
    }

    /** Lets that much time pass. */
    public void advance(Duration time) {
        steady.updateAndGet(now -> now.plus(time));
        wall.updateAndGet(now -> now.plus(time));
    }

    /** Sets the wall clock forward, or back, without any time passing. */
    public void stepWall(Duration step) {
        wall.updateAndGet(now -> now.plus(step));
    }
}
