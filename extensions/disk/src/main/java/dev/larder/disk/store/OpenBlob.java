package dev.larder.disk.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** A file opened for reading, which stays until it is closed here. */
public final class OpenBlob implements AutoCloseable {

    private final BlobContent blob;
    private final FileChannel channel;
    private final AtomicBoolean closed = new AtomicBoolean();

    OpenBlob(BlobContent blob, FileChannel channel) {
        this.blob = blob;
        this.channel = channel;
    }

    /** Returns the path of the file, valid until it is closed here. */
    public Path path() {
        return blob.path();
    }

    /** Returns the file, for reading only. */
    public FileChannel channel() {
        return channel;
    }

    /** Returns its length in bytes. */
    public long length() {
        return blob.length();
    }

    /** Releases the file; idempotent, safe from any thread. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                blob.unpin();
            }
        }
    }
}
