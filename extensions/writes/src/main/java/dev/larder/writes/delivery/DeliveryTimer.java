package dev.larder.writes.delivery;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;

/** Calls back later, on a thread of its own. */
@FunctionalInterface
public interface DeliveryTimer {

    /** Runs the task once, when this much time has passed; it must not block. */
    Alarm after(Duration delay, Runnable task);

    /** A timer on the threads of a scheduler. */
    static DeliveryTimer on(Scheduler scheduler) {
        return (delay, task) -> scheduler.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS)::dispose;
    }

    /** A task that has not run yet. */
    @FunctionalInterface
    interface Alarm {

        /** The task need not run any more. */
        void cancel();
    }
}
