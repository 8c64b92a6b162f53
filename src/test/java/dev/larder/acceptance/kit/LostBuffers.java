package dev.larder.acceptance.kit;

import io.netty.buffer.ByteBufAllocator;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;

/** Buffers of this JVM that nobody can release any more. Netty reports them when it allocates after a collection of garbage. */
final class LostBuffers {

    /** Netty reports what is lost one by one. */
    private static final int ALLOCATIONS = 20;

    private static final long PATIENCE_SECONDS = 30;

    private LostBuffers() {}

    /** Has all of them logged. */
    static void report() {
        ReferenceQueue<Object> collected = new ReferenceQueue<>();
        WeakReference<Object> mark = new WeakReference<>(new Object(), collected);
        System.gc();
        try {
            // References to buffers are enqueued by the same thread as this one.
            if (collected.remove(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS)) != mark) {
                throw new IllegalStateException("no garbage was collected");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        for (int i = 0; i < ALLOCATIONS; i++) {
            ByteBufAllocator.DEFAULT.directBuffer(1).release();
        }
    }
}
