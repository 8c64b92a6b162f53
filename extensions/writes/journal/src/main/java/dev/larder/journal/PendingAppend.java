package dev.larder.journal;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A record waiting to be written, or a request for a new segment. */
final class PendingAppend extends CompletableFuture<RecordPosition> {

    private final List<ByteBuffer> parts;
    private final boolean mark;
    private final boolean roll;
    private final int length;
    private final int crc;
    private int offset;

    /** The previous entry; the next one once they have been taken. */
    @Nullable
    PendingAppend next;

    private PendingAppend(List<ByteBuffer> parts, int length, boolean mark, boolean roll) {
        this.parts = parts;
        this.length = length;
        this.mark = mark;
        this.roll = roll;
        this.crc = crc(parts);
    }

    static PendingAppend record(List<ByteBuffer> parts, int length, boolean mark) {
        return new PendingAppend(parts, length, mark, false);
    }

    static PendingAppend roll() {
        return new PendingAppend(List.of(), 0, true, true);
    }

    private static int crc(List<ByteBuffer> parts) {
        var crc = new CRC32C();
        for (ByteBuffer part : parts) {
            crc.update(part.duplicate());
        }
        return (int) crc.getValue();
    }

    List<ByteBuffer> parts() {
        return parts;
    }

    /** Returns the length of the record in bytes. */
    int length() {
        return length;
    }

    /** Returns the length of its frame in bytes. */
    int framed() {
        return RecordFrame.HEAD + length;
    }

    int crc() {
        return crc;
    }

    boolean isMark() {
        return mark;
    }

    boolean isRoll() {
        return roll;
    }

    void writtenAt(int where) {
        offset = where;
    }

    /** Completes this append: the record is durable. */
    void durableIn(long segment) {
        complete(new RecordPosition(segment, offset, length));
    }
}
