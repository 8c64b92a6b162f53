package dev.larder.writes.delivery;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;

/** Runs tasks later, on its own thread. */
@FunctionalInterface
public interface DeliveryTimer {

    /** Runs the task once, after this time; it must not block. */
    Alarm after(Duration delay, Runnable task);

    /** Creates a timer on the threads of a scheduler. */
    static DeliveryTimer on(Scheduler scheduler) {
        return (delay, task) -> scheduler.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS)::dispose;
    }

    /** A task that has not run yet. */
    @FunctionalInterface
    interface Alarm {

        /** Cancels the task. */
        void cancel();
    }
}
