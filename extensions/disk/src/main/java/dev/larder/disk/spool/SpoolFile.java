package dev.larder.disk.spool;

import dev.larder.disk.store.BlobContent;
import dev.larder.disk.store.BlobWriter;
import dev.larder.disk.store.OpenBlob;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/** The file of a {@link BodySpool}: written by one thread at a time, read by any. All methods block. */
final class SpoolFile {

    /** Number of bytes that wake a worker to write them: waking it costs more than writing a few. */
    static final int BATCH = 256 << 10;

    private final SpoolFileSource files;
    private final ReadWriteLock swap = new ReentrantReadWriteLock();
    private @Nullable BlobWriter growing;
    private @Nullable OpenBlob whole;

    /** Creates the object only; the file is created by the first write. */
    SpoolFile(SpoolFileSource files) {
        this.files = files;
    }

    /** Writes pieces; many small ones are combined into a few large ones. */
    void write(List<ByteBuffer> pieces) throws IOException {
        BlobWriter writer = opened();
        ByteBuf block = PooledByteBufAllocator.DEFAULT.directBuffer(BATCH, BATCH);
        try {
            for (ByteBuffer piece : pieces) {
                while (piece.hasRemaining()) {
                    int count = Math.min(block.writableBytes(), piece.remaining());
                    block.writeBytes(piece.slice(piece.position(), count));
                    piece.position(piece.position() + count);
                    if (!block.isWritable()) {
                        writer.write(block.nioBuffer());
                        block.clear();
                    }
                }
            }
            if (block.isReadable()) {
                writer.write(block.nioBuffer());
            }
        } finally {
            block.release();
        }
    }

    private BlobWriter opened() throws IOException {
        swap.writeLock().lock();
        try {
            if (growing == null) {
                growing = files.create();
            }
            return growing;
        } finally {
            swap.writeLock().unlock();
        }
    }

    /** Completes the file; its ownership passes while no thread reads from it. */
    BlobContent finish() throws IOException {
        BlobWriter writer = opened();
        swap.writeLock().lock();
        try {
            BlobContent blob = writer.finish();
            whole = blob.open().orElse(null);
            return blob;
        } finally {
            swap.writeLock().unlock();
        }
    }

    /** Reads bytes that have been written. */
    byte[] read(long position, int count) throws IOException {
        PositionalReader file = this::read;
        swap.readLock().lock();
        try {
            return file.readAll(position, count);
        } finally {
            swap.readLock().unlock();
        }
    }

    private int read(ByteBuffer into, long at) throws IOException {
        if (whole != null) {
            return whole.channel().read(into, at);
        }
        return growing == null ? -1 : growing.read(into, at);
    }

    /** Releases the file: it stays only if it is finished and stored. */
    void close() {
        swap.writeLock().lock();
        try {
            if (whole != null) {
                whole.close();
            } else if (growing != null) {
                growing.abort();
            }
        } finally {
            swap.writeLock().unlock();
        }
    }
}
