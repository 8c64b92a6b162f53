package dev.larder.gateway.exchange;

import dev.larder.rfc9111.StoredBody;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Copies of stored bodies outside the heap, from where the transport writes without copying once more. There are as many as
 * fit into a bound; a copy lives as long as its body, and as long as somebody is being sent it.
 */
public final class DirectBodyCopies {

    private static final Cleaner CLEANER = Cleaner.create();

    private final AtomicLong left;

    /** @param bytes that the copies may take together */
    public DirectBodyCopies(long bytes) {
        this.left = new AtomicLong(bytes);
    }

    /** The content as the transport wants it, to be released by whoever gets it; null if there is no copy and no room for one. */
    public @Nullable ByteBuf of(StoredBody stored) {
        var body = (HeapBody) stored;
        try {
            ByteBuf copy = body.copy();
            if (copy == null) {
                copy = body.copied(this::copy);
            }
            return copy == null ? null : copy.retainedDuplicate();
        } finally {
            Reference.reachabilityFence(body);
        }
    }

    private @Nullable ByteBuf copy(HeapBody body) {
        int length = body.bytes().length;
        if (left.addAndGet(-length) < 0) {
            left.addAndGet(length);
            return null;
        }
        ByteBuf copy;
        try {
            copy = UnpooledByteBufAllocator.DEFAULT.directBuffer(length, length);
        } catch (OutOfMemoryError none) {
            left.addAndGet(length);
            return null;
        }
        copy.writeBytes(body.bytes());
        CLEANER.register(body, () -> {
            copy.release();
            left.addAndGet(length);
        });
        return copy;
    }
}
