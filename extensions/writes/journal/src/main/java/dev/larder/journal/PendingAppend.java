package dev.larder.journal;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A record waiting to be written, or a request for a new segment. */
final class PendingAppend extends CompletableFuture<RecordPosition> {

    private final List<ByteBuffer> parts;
    private final Kind kind;
    private final int length;
    private final int crc;
    private int offset;

    /** The previous entry; the next one once they have been taken. */
    @Nullable
    PendingAppend next;

    /** What is asked for. */
    private enum Kind {
        ORDINARY,
        MARK,
        ROLL,
        ROLL_WITHOUT_RECORDS
    }

    private PendingAppend(List<ByteBuffer> parts, int length, Kind kind) {
        this.parts = parts;
        this.length = length;
        this.kind = kind;
        this.crc = crc(parts);
    }

    static PendingAppend record(List<ByteBuffer> parts, int length, boolean mark) {
        return new PendingAppend(parts, length, mark ? Kind.MARK : Kind.ORDINARY);
    }

    /** Requests a new segment; if no earlier record is needed, the present one may be emptied to create it. */
    static PendingAppend roll(boolean needed) {
        return new PendingAppend(List.of(), 0, needed ? Kind.ROLL : Kind.ROLL_WITHOUT_RECORDS);
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
        return kind != Kind.ORDINARY;
    }

    boolean isRoll() {
        return kind == Kind.ROLL || isRollWithoutRecords();
    }

    boolean isRollWithoutRecords() {
        return kind == Kind.ROLL_WITHOUT_RECORDS;
    }

    void writtenAt(int where) {
        offset = where;
    }

    /** Completes this append: the record is durable. */
    void durableIn(long segment) {
        complete(new RecordPosition(segment, offset, length));
    }
}
