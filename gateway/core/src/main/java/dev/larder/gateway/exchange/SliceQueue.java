package dev.larder.gateway.exchange;

import dev.larder.gateway.store.ContentMemory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.Deque;

/** What a {@link SlicedResponse} has found or received and not sent, and the memory that this takes while it waits. */
final class SliceQueue {

    private static final int PIECE = 64 * 1024;

    private final Deque<ByteBuf> pieces = new ArrayDeque<>();
    private final ContentMemory.Claim memory;
    private long octets;

    SliceQueue(ContentMemory.Claim memory) {
        this.memory = memory;
    }

    void add(ByteBuf piece) {
        pieces.add(piece);
        octets += piece.readableBytes();
    }

    /** Adds the octets of a stored part between two positions, both included. */
    void add(SliceContents.Part part, long first, long last) {
        for (long next = first; next <= last; next += PIECE) {
            int count = (int) Math.min(PIECE, last + 1 - next);
            add(Unpooled.wrappedBuffer(part.octets(), (int) (next - part.range().first()), count));
        }
    }

    ByteBuf remove() {
        ByteBuf piece = pieces.remove();
        octets -= piece.readableBytes();
        return piece;
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** Returns how many octets are queued. */
    long octets() {
        return octets;
    }

    /** Takes memory for what is queued and so many octets more; false if there is none. */
    boolean mayWait(long more) {
        return memory.tryGrowTo(octets + more);
    }

    /** Gives the memory back: nothing waits. */
    void releaseMemory() {
        memory.release();
    }

    /** Drops what is queued, and gives its memory back. */
    void clear() {
        pieces.forEach(ByteBuf::release);
        pieces.clear();
        octets = 0;
        memory.release();
    }
}
