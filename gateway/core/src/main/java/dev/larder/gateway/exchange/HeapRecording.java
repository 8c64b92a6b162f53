package dev.larder.gateway.exchange;

import dev.larder.rfc9111.StoredBody;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.OptionalLong;

/** Collects the content of one response in the heap, up to a limit. Confined to one thread. */
final class HeapRecording {

    private static final int FIRST = 16 * 1024;

    private final long announced;
    private final long limit;
    private byte[] octets;
    private int length;

    /**
     * Creates an empty record.
     *
     * @param announced length in octets, if the response announces it; at most {@code limit}
     * @param limit maximum length in octets
     */
    HeapRecording(OptionalLong announced, long limit) {
        this.announced = announced.orElse(-1);
        this.limit = limit;
        this.octets = new byte[(int) Math.min(this.announced < 0 ? FIRST : this.announced, limit)];
    }

    /** Copies octets to the end of the record; returns false if it would be longer than the limit then. */
    boolean add(ByteBuf data) {
        int more = data.readableBytes();
        if (length + (long) more > limit) {
            return false;
        }
        if (length + more > octets.length) {
            octets = Arrays.copyOf(octets, (int) Math.min(limit, Math.max(length + more, 2L * octets.length)));
        }
        data.getBytes(data.readerIndex(), octets, length, more);
        length += more;
        return true;
    }

    /** Returns whether all announced octets are recorded. */
    boolean isComplete() {
        return length == announced;
    }

    /** Returns whether at most this many announced octets are missing. */
    boolean isNearlyComplete(long octetsMissing) {
        return announced >= 0 && announced - length <= octetsMissing;
    }

    /** Returns the octets recorded so far. */
    byte[] octets() {
        return length == octets.length ? octets : Arrays.copyOf(octets, length);
    }

    /** Drops the octets recorded so far. */
    void clear() {
        octets = new byte[0];
        length = 0;
    }

    /** Returns the recorded body. */
    StoredBody body() {
        octets = octets();
        return StoredBodyUtils.of(octets);
    }
}
