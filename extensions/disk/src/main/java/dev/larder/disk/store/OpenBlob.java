package dev.larder.disk.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** A file that is open for reading, and stays until it is closed here. */
public final class OpenBlob implements AutoCloseable {

    private final BlobContent blob;
    private final FileChannel channel;
    private final AtomicBoolean closed = new AtomicBoolean();

    OpenBlob(BlobContent blob, FileChannel channel) {
        this.blob = blob;
        this.channel = channel;
    }

    /** Where the file lies until it is closed here. */
    public Path path() {
        return blob.path();
    }

    /** The file, for reading only. */
    public FileChannel channel() {
        return channel;
    }

    /** Its bytes. */
    public long length() {
        return blob.length();
    }

    /** Lets the file go; idempotent, safe from any thread. */
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
