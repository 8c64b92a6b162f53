package dev.larder.disk.spool;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A scheduler by hand: what is to be done now is done when the test says so, and so does time pass. */
final class ManualScheduler implements Scheduler {

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final Deque<Runnable> tasks = new ArrayDeque<>();

    /** Does all that is to be done. */
    void runAll() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Lets time pass; what is to be done now waits on. */
    void advance(Duration by) {
        time.advanceTimeBy(by);
    }

    @Override
    public Disposable schedule(Runnable task) {
        tasks.add(task);
        return Disposables.single();
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        return time.schedule(task, delay, unit);
    }

    @Override
    public long now(TimeUnit unit) {
        return time.now(unit);
    }

    @Override
    public Worker createWorker() {
        return time.createWorker();
    }
}
