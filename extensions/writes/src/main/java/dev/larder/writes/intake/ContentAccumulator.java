package dev.larder.writes.intake;

import dev.larder.journal.BodyFile;
import dev.larder.journal.BodySink;
import dev.larder.writes.buffer.QuotaReservation;
import dev.larder.writes.buffer.TruncatedSha256;
import dev.larder.writes.buffer.WriteContent;
import dev.larder.writes.buffer.WriteLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Accumulates content as it arrives: in memory at first, in a file above a certain length. One thread adds; any may abort. */
final class ContentAccumulator {

    /** Maximum length of content in a record. */
    static final int IN_MEMORY = 64 * 1024;

    private final WriteLog log;
    private final QuotaReservation room;
    private final long most;
    private final TruncatedSha256.Maker digest = new TruncatedSha256.Maker();
    private ByteArrayOutputStream memory;
    private @Nullable BodySink file;
    private long length;
    private boolean aborted;

    /**
     * Creates an empty accumulator.
     *
     * @param room is enlarged with the content
     * @param most maximum length in bytes
     */
    ContentAccumulator(WriteLog log, QuotaReservation room, long most) {
        this.log = log;
        this.room = room;
        this.most = most;
        this.memory = new ByteArrayOutputStream(1024);
    }

    /** Thrown when the content exceeds its maximum length. */
    static final class TooLargeException extends IOException {

        private static final long serialVersionUID = 1L;
    }

    /** Thrown when there is no quota for more content. */
    static final class NoRoomException extends IOException {

        private static final long serialVersionUID = 1L;
    }

    /**
     * Adds content.
     *
     * @throws TooLargeException if it is too long
     * @throws NoRoomException if the waiting writes, including this one, exceed the quota
     * @throws IOException if it cannot be written
     */
    synchronized ContentAccumulator add(ByteBuffer bytes) throws IOException {
        unlessAborted();
        length += bytes.remaining();
        if (length > most) {
            throw new TooLargeException();
        }
        if (!room.raiseTo(length)) {
            throw new NoRoomException();
        }
        digest.add(bytes);
        if (file == null && length > IN_MEMORY) {
            file = log.newFile();
            file.write(ByteBuffer.wrap(memory.toByteArray()));
            memory = new ByteArrayOutputStream();
        }
        if (file == null) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            memory.write(copy);
        } else {
            file.write(bytes);
        }
        return this;
    }

    /** Returns all content; a file is durable then. */
    synchronized WriteContent content() throws IOException {
        unlessAborted();
        if (file == null) {
            return new WriteContent.Inline(ByteBuffer.wrap(memory.toByteArray()).asReadOnlyBuffer());
        }
        BodyFile committed = file.commit();
        return new WriteContent.InFile(committed.name(), committed.length());
    }

    /** Returns the digest of all content. */
    TruncatedSha256 digest() {
        return digest.digest();
    }

    private void unlessAborted() throws IOException {
        if (aborted) {
            throw new IOException("the request has been given up");
        }
    }

    /** Drops the content, unless all of it has been taken by now. */
    synchronized void abort() {
        aborted = true;
        if (file != null) {
            file.abort();
        }
    }
}
