package dev.larder.acceptance.kit;

import io.netty.buffer.ByteBufAllocator;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;

/** Buffers of this JVM that nobody can release any more. Netty reports them when it allocates after a collection of garbage. */
final class LostBuffers {

    private static final long PATIENCE_SECONDS = 30;

    private LostBuffers() {}

    /** Has all of them logged, but for those whose traces equal those of one that was logged before. */
    static void report() {
        // What one collection has found is enqueued in no order, but before what the next one finds.
        collect();
        collect();
        ByteBufAllocator.DEFAULT.directBuffer(1).release();
    }

    /** Collects garbage, until a reference to some of it is enqueued. */
    private static void collect() {
        ReferenceQueue<Object> collected = new ReferenceQueue<>();
        WeakReference<Object> mark = new WeakReference<>(new Object(), collected);
        System.gc();
        try {
            if (collected.remove(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS)) != mark) {
                throw new IllegalStateException("no garbage was collected");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
