package dev.larder.disk.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** A file opened for reading, which stays until it is closed here. */
public final class OpenBlob implements AutoCloseable {

    private final BlobFiles files;
    private final BlobRef ref;
    private final FileChannel channel;
    private final AtomicBoolean closed = new AtomicBoolean();

    OpenBlob(BlobFiles files, BlobRef ref, FileChannel channel) {
        this.files = files;
        this.ref = ref;
        this.channel = channel;
    }

    /** Returns the path of the file, valid until it is closed here. */
    public Path path() {
        return files.path(ref.id());
    }

    /** Returns the file, for reading only. */
    public FileChannel channel() {
        return channel;
    }

    /** Returns its length in bytes. */
    public long length() {
        return ref.length();
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
                files.unpinLater(ref.id());
            }
        }
    }
}
