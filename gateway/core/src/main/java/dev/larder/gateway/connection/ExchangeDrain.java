package dev.larder.gateway.connection;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Counts the exchanges under way, so that a shutdown can wait for them. */
final class ExchangeDrain {

    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicReference<@Nullable Runnable> whenDrained = new AtomicReference<>();
    private volatile boolean draining;

    /** Returns whether no exchange may begin any more. */
    boolean isDraining() {
        return draining;
    }

    /** Counts an exchange that is about to begin; returns false if it must not. */
    boolean begin() {
        underWay.incrementAndGet();
        if (draining) {
            end();
            return false;
        }
        return true;
    }

    void end() {
        if (underWay.decrementAndGet() == 0 && draining) {
            drained();
        }
    }

    /** Lets no more exchanges begin; calls back when none is under way. */
    void drain(Runnable drained) {
        whenDrained.set(drained);
        draining = true;
        if (underWay.get() == 0) {
            drained();
        }
    }

    private void drained() {
        Runnable told = whenDrained.getAndSet(null);
        if (told != null) {
            told.run();
        }
    }
}
