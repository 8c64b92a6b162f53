package dev.larder.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** A content being written. Not thread-safe, blocking. */
public final class BodySink {

    private final LogDirectory disk;
    private final String name;
    private final String temporary;
    private final LogDirectory.Output file;
    private final CRC32C crc = new CRC32C();
    private long length;
    private boolean over;

    BodySink(LogDirectory disk, String name) throws IOException {
        this.disk = disk;
        this.name = name;
        this.temporary = name + LogFileNames.TEMPORARY;
        this.file = disk.create(temporary);
    }

    /** Returns the bytes written so far. */
    public long length() {
        return length;
    }

    /**
     * Writes the remaining bytes of the buffer. After a failure, only {@link #abort} is allowed.
     *
     * @throws NoSpaceException if the disk is full
     */
    public void write(ByteBuffer bytes) throws IOException {
        int count = bytes.remaining();
        crc.update(bytes.duplicate());
        file.write(bytes, length);
        length += count;
    }

    /** Returns when the content is durable under its name; after a failure nothing is left of it. */
    public BodyFile commit() throws IOException {
        if (over) {
            throw new IllegalStateException("the content is committed or aborted already");
        }
        over = true;
        try {
            file.force();
            file.close();
            disk.rename(temporary, name);
            disk.forceFolder();
            return new BodyFile(name, length, (int) crc.getValue());
        } catch (IOException | RuntimeException e) {
            discard();
            throw e;
        }
    }

    /** Deletes the written data, unless it has been committed. Never fails. */
    public void abort() {
        if (!over) {
            over = true;
            discard();
        }
    }

    private void discard() {
        IoUtils.run(file::close);
        IoUtils.run(() -> disk.delete(temporary));
        IoUtils.run(() -> disk.delete(name));
    }
}
