package dev.larder.gateway.message;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs the actions of one exchange one after the other: at a client's connection on its event loop, behind filters on the threads
 * that bring them.
 */
public interface ExchangeLoop {

    /** Returns an event loop as the thread of an exchange. */
    static ExchangeLoop of(EventLoop loop) {
        return new OfNetty(loop);
    }

    /**
     * Returns the same for an exchange that has to end whatever an action throws.
     *
     * @param faults receives what an action throws; other actions go on
     */
    static ExchangeLoop of(EventLoop loop, Consumer<Throwable> faults) {
        return new Guarded(new OfNetty(loop), faults);
    }

    /** Runs an action on the thread, after those handed over before. */
    void execute(Runnable action);

    /**
     * Runs an action on the thread after a delay.
     *
     * @return cancels it
     */
    Runnable schedule(Duration delay, Runnable action);

    /** Returns whether the caller runs on the thread. */
    boolean isInside();

    /** Runs an action on the thread: at once if the caller runs on it. */
    default void run(Runnable action) {
        if (isInside()) {
            action.run();
        } else {
            execute(action);
        }
    }

    /** Runs an action, whose faults are received: whatever happens, its exchange has to end. */
    static void carryOut(Runnable action, Consumer<Throwable> faults) {
        try {
            action.run();
        } catch (Throwable fault) {
            faults.accept(fault);
        }
    }

    /** A thread on which no action fails. */
    record Guarded(ExchangeLoop loop, Consumer<Throwable> faults) implements ExchangeLoop {

        private void carryOut(Runnable action) {
            ExchangeLoop.carryOut(action, faults);
        }

        @Override
        public void execute(Runnable action) {
            loop.execute(() -> carryOut(action));
        }

        @Override
        public Runnable schedule(Duration delay, Runnable action) {
            return loop.schedule(delay, () -> carryOut(action));
        }

        @Override
        public boolean isInside() {
            return loop.isInside();
        }

        @Override
        public void run(Runnable action) {
            if (isInside()) {
                carryOut(action);
            } else {
                execute(action);
            }
        }
    }

    /** An event loop of Netty. */
    record OfNetty(EventLoop loop) implements ExchangeLoop {

        @Override
        public void execute(Runnable action) {
            loop.execute(action);
        }

        @Override
        public Runnable schedule(Duration delay, Runnable action) {
            ScheduledFuture<?> scheduled = loop.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        }

        @Override
        public boolean isInside() {
            return loop.inEventLoop();
        }
    }
}
