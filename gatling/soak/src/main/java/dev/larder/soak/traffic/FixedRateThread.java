package dev.larder.soak.traffic;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A habit in a thread of its own, so many times a second: whoever is late catches up. */
final class FixedRateThread {

    private static final long JOIN_MILLIS = 40_000;

    /** Who is later than this has been held up, and does not make up for it. */
    private static final long TOO_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final RepeatedAction action;
    private final long interval;
    private final Thread thread;
    private volatile boolean over;
    private volatile @Nullable RuntimeException broken;

    private FixedRateThread(String name, double perSecond, RepeatedAction action) {
        this.action = action;
        this.interval = (long) (TimeUnit.SECONDS.toNanos(1) / perSecond);
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    static FixedRateThread start(String name, double perSecond, RepeatedAction action) {
        var paced = new FixedRateThread(name, perSecond, action);
        paced.thread.start();
        return paced;
    }

    private void run() {
        try (action) {
            var due = System.nanoTime();
            while (!over) {
                for (var left = due - System.nanoTime(); left > 0 && !over; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                if (over) {
                    break;
                }
                action.act(due);
                due = Math.max(due + interval, System.nanoTime() - TOO_LATE_NANOS);
            }
        } catch (RuntimeException e) {
            broken = e;
        }
    }

    void stop() {
        over = true;
        LockSupport.unpark(thread);
    }

    /** Waits until it has stopped; fails if it broke off, or takes longer than anybody may wait. */
    void join() throws InterruptedException {
        thread.join(JOIN_MILLIS);
        if (thread.isAlive()) {
            throw new IllegalStateException(thread.getName() + " still waits for an answer after "
                    + TimeUnit.MILLISECONDS.toSeconds(JOIN_MILLIS) + " s");
        }
        if (broken != null) {
            throw new IllegalStateException(thread.getName() + " broke off", broken);
        }
    }
}
