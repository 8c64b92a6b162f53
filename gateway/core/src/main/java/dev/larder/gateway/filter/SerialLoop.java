package dev.larder.gateway.filter;

import dev.larder.gateway.message.ExchangeLoop;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

/**
 * The loop of an exchange on its route, where client and origin may have different threads: runs actions one after another, each
 * on the thread that hands it over, unless that finds another thread at work.
 */
final class SerialLoop implements ExchangeLoop {

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private final Consumer<Throwable> faults;
    private volatile long owner;

    /** @param faults receives what an action throws; other actions go on */
    SerialLoop(Consumer<Throwable> faults) {
        this.faults = faults;
    }

    @Override
    public void execute(Runnable action) {
        waiting.add(action);
        if (count.getAndIncrement() == 0) {
            drain();
        }
    }

    private void drain() {
        int done = 1;
        do {
            owner = Thread.currentThread().getId();
            for (Runnable action = waiting.poll(); action != null; action = waiting.poll()) {
                ExchangeLoop.carryOut(action, faults);
            }
            owner = 0;
            done = count.addAndGet(-done);
        } while (done != 0);
    }

    @Override
    public Runnable schedule(Duration delay, Runnable action) {
        Disposable scheduled =
                Schedulers.parallel().schedule(() -> execute(action), delay.toNanos(), TimeUnit.NANOSECONDS);
        return scheduled::dispose;
    }

    @Override
    public boolean isInside() {
        return owner == Thread.currentThread().getId();
    }
}
