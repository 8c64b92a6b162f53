package dev.larder.disk.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** Writes a new file, which cannot be found until it is finished. Used by one thread at a time; blocks. */
public final class BlobWriter {

    private static final long BETWEEN_LOOKS_AT_ROOM = 1 << 20;

    private final BlobFiles files;
    private final long id;
    private final FileChannel channel;
    private final CRC32C crc = new CRC32C();
    private volatile long written;
    private long lookedAtRoom;
    private boolean over;

    private BlobWriter(BlobFiles files, long id, FileChannel channel) {
        this.files = files;
        this.id = id;
        this.channel = channel;
    }

    /** Creates a file that its writer holds. */
    static BlobWriter create(BlobFiles files) throws IOException {
        try {
            long id = files.nextId();
            return new BlobWriter(files, id, files.create(id));
        } catch (IOException e) {
            throw files.failed(e);
        }
    }

    /**
     * Appends the remaining bytes of these pieces, in order.
     *
     * @throws IOException if they cannot be written, which is counted; only {@link #abort} may follow
     */
    public void write(ByteBuffer... pieces) throws IOException {
        try {
            for (ByteBuffer piece : pieces) {
                append(piece);
            }
        } catch (IOException e) {
            throw files.failed(e);
        }
    }

    private void append(ByteBuffer piece) throws IOException {
        if (over) {
            throw new IOException("nothing can be written to a content that is finished");
        }
        crc.update(piece.duplicate());
        long end = written;
        while (piece.hasRemaining()) {
            end += channel.write(piece, end);
            written = end;
        }
        if (end - lookedAtRoom >= BETWEEN_LOOKS_AT_ROOM) {
            lookedAtRoom = end;
            files.checkRoom();
        }
    }

    /** Returns the number of bytes written so far. */
    public long written() {
        return written;
    }

    /**
     * Reads written bytes, from any thread, during writing and until the file is aborted, or finished and released by its
     * creator.
     *
     * @return number of bytes read; -1 if there are none at this position yet
     */
    public int read(ByteBuffer into, long position) throws IOException {
        return channel.read(into, position);
    }

    /**
     * Completes the file and returns its content. The caller holds it, and must {@link BlobContent#release} it, stored or not.
     *
     * @throws IOException if the file is not as long as what was written
     */
    public BlobContent finish() throws IOException {
        try {
            if (over || channel.size() != written) {
                throw new IOException("a content is finished once, and as long as what was written");
            }
            var ref = new BlobRef(id, written, crc.getValue());
            files.verified(ref);
            over = true;
            return new BlobContent(files, ref, channel);
        } catch (IOException e) {
            throw files.failed(e);
        }
    }

    /** Deletes the file unless it is finished; idempotent. */
    public void abort() {
        if (!over) {
            over = true;
            BlobFiles.closeQuietly(channel);
            files.release(id);
        }
    }
}
