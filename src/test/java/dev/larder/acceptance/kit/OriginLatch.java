package dev.larder.acceptance.kit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A place where the origin waits until the test lets it go on. */
public final class OriginLatch {

    private static final long PATIENCE_SECONDS = 30;

    private final Semaphore arrivals = new Semaphore(0);
    private final CountDownLatch open = new CountDownLatch(1);

    /** Waits until one more passer-by has reached the gate. */
    public void awaitArrival() {
        awaitArrivals(1);
    }

    /** Waits until that many more have reached the gate. */
    public void awaitArrivals(int count) {
        if (!await(() -> arrivals.tryAcquire(count, PATIENCE_SECONDS, TimeUnit.SECONDS))) {
            throw new AssertionError("nobody came to the gate within " + PATIENCE_SECONDS + " s");
        }
    }

    /** Lets everybody through, for good. */
    public void release() {
        open.countDown();
    }

    /** Whether somebody stands, or stood, at the gate and was not yet awaited. */
    public boolean reached() {
        return arrivals.availablePermits() > 0;
    }

    /** Waits until the gate is open; for handlers, not for tests. */
    public void pass() {
        arrivals.release();
        if (!await(() -> open.await(PATIENCE_SECONDS, TimeUnit.SECONDS))) {
            throw new IllegalStateException("the test never released its gate");
        }
    }

    private static boolean await(Waiting waiting) {
        try {
            return waiting.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted at a gate", e);
        }
    }

    private interface Waiting {
        boolean run() throws InterruptedException;
    }
}
