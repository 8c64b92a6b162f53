package dev.larder.gateway.store;

import dev.larder.cache.spi.HeapContent;
import dev.larder.rfc9111.StoredBody;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A complete, immutable body in the heap. */
public final class HeapBody implements StoredBody {

    private final HeapContent content;
    private volatile @Nullable ByteBuf copy;

    private HeapBody(byte[] bytes) {
        this(new HeapContent(bytes));
    }

    /** Creates a body with this content. */
    HeapBody(HeapContent content) {
        this.content = content;
    }

    /** Creates one body from these chunks of {@code length} bytes in all. */
    public static HeapBody of(List<byte[]> chunks, int length) {
        if (chunks.size() == 1) {
            return new HeapBody(chunks.get(0));
        }
        byte[] whole = new byte[length];
        int at = 0;
        for (byte[] chunk : chunks) {
            System.arraycopy(chunk, 0, whole, at, chunk.length);
            at += chunk.length;
        }
        return new HeapBody(whole);
    }

    /** Returns the bytes themselves, not a copy; they must not be changed. */
    public byte[] bytes() {
        return content.bytes();
    }

    /** Returns the content in the form stores use. */
    HeapContent content() {
        return content;
    }

    /** Returns the off-heap copy; null if there is none yet. */
    @Nullable
    ByteBuf copy() {
        return copy;
    }

    /** Returns the off-heap copy, created by {@code copier} if there is none yet; null if that creates none. */
    synchronized @Nullable ByteBuf copied(Function<HeapBody, @Nullable ByteBuf> copier) {
        if (copy == null) {
            copy = copier.apply(this);
        }
        return copy;
    }

    @Override
    public long length() {
        return content.length();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof HeapBody that && Arrays.equals(bytes(), that.bytes()));
    }

    @Override
    public int hashCode() {
        return Long.hashCode(length());
    }
}
