package dev.larder.gateway.store;

import dev.larder.rfc9111.StoredBody;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Off-heap copies of stored bodies, from which the transport writes without copying again. Their total size is limited; a copy
 * lives as long as its body and any response that is sending it.
 */
public final class DirectBodyCopies {

    private static final Cleaner CLEANER = Cleaner.create();

    private final AtomicLong left;

    /** @param bytes maximum total size of the copies */
    public DirectBodyCopies(long bytes) {
        this.left = new AtomicLong(bytes);
    }

    /** Returns the content as a buffer that the caller must release; null if there is no copy and no room for one. */
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
