package dev.larder.gateway.exchange;

import java.time.Duration;

/** The thread of one exchange: that of its client's event loop. */
public interface ExchangeLoop {

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
}
