package dev.larder.gateway.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A bounded cache of recent request heads. A new head replaces the one in its slot. There are no locks, and a request whose head
 * is not found is decoded.
 */
final class RequestHeadCache {

    /** Maximum size of a cached head, in octets. */
    static final int MAX_OCTETS = 1024;

    private static final int CRLF_LENGTH = 2;
    private static final int SLOTS = 1 << 13;
    private static final long MIXER = 0x9E3779B97F4A7C15L;

    private final AtomicReferenceArray<@Nullable CachedRequestHead> slots = new AtomicReferenceArray<>(SLOTS);

    /**
     * Finds the end of the head that begins at the reader index, after its empty line (RFC 9112 2.1).
     *
     * @return its length in octets; 0 if it is longer than {@link #MAX_OCTETS} or incomplete, or if a line does not end in CR LF
     */
    static int headLength(ByteBuf received) {
        int start = received.readerIndex();
        int end = start + Math.min(received.readableBytes(), MAX_OCTETS);
        int line = start;
        while (line < end) {
            int feed = received.indexOf(line, end, (byte) '\n');
            if (feed <= line || received.getByte(feed - 1) != '\r') {
                return 0;
            }
            if (feed == line + CRLF_LENGTH - 1) {
                return feed + 1 - start;
            }
            line = feed + 1;
        }
        return 0;
    }

    /** Returns the head with the octets in {@code received} from its reader index on, if this listener received it. */
    @Nullable
    CachedRequestHead find(ByteBuf received, int length, ServerListener listener) {
        CachedRequestHead known = slots.get(slot(received, length));
        return known != null && known.is(received, length, listener) ? known : null;
    }

    void keep(ByteBuf octets, CachedRequestHead known) {
        slots.set(slot(octets, octets.readableBytes()), known);
    }

    void forgetAll() {
        for (int slot = 0; slot < SLOTS; slot++) {
            slots.set(slot, null);
        }
    }

    /** Copies the octets of a head to be cached. */
    static ByteBuf copy(ByteBuf received, int length) {
        byte[] octets = new byte[length];
        received.getBytes(received.readerIndex(), octets);
        return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(octets));
    }

    /** Heads crafted to collide in a slot only make one another slower. */
    private static int slot(ByteBuf octets, int length) {
        int at = octets.readerIndex();
        int end = at + length;
        long hash = length;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            hash = (hash ^ octets.getLong(at)) * MIXER;
            hash ^= hash >>> 32;
        }
        for (; at < end; at++) {
            hash = (hash ^ octets.getByte(at)) * MIXER;
        }
        return (int) (hash ^ hash >>> 29) & SLOTS - 1;
    }
}
