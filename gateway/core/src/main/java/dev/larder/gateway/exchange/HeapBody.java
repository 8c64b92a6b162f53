package dev.larder.gateway.exchange;

import dev.larder.cache.spi.HeapContent;
import dev.larder.rfc9111.StoredBody;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A complete body in the heap. Its bytes are never changed. */
final class HeapBody implements StoredBody {

    private final HeapContent content;
    private volatile @Nullable ByteBuf copy;

    private HeapBody(byte[] bytes) {
        this(new HeapContent(bytes));
    }

    /** A body of this content. */
    HeapBody(HeapContent content) {
        this.content = content;
    }

    /** One body of these chunks, {@code length} bytes in all. */
    static HeapBody of(List<byte[]> chunks, int length) {
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

    /** The bytes themselves, not a copy: read only. */
    byte[] bytes() {
        return content.bytes();
    }

    /** The same as stores know it. */
    HeapContent content() {
        return content;
    }

    /** The copy outside the heap; null if there is none yet. */
    @Nullable
    ByteBuf copy() {
        return copy;
    }

    /** The copy outside the heap, made by {@code copier} if there is none yet; null if that makes none. */
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
