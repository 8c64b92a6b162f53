package dev.larder.gateway.connection;

import dev.larder.gateway.connection.CachedRequestHead.Listener;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The heads seen lately, a bounded number of them: one that comes in takes the place of one that was there. Nobody waits
 * for anybody, and whoever finds nothing has his request decoded.
 */
final class RequestHeadCache {

    /** Octets beyond which a head is not kept. */
    static final int MOST_OCTETS = 1024;

    private static final int SLOTS = 1 << 13;
    private static final long MIXER = 0x9E3779B97F4A7C15L;

    private final AtomicReferenceArray<@Nullable CachedRequestHead> slots = new AtomicReferenceArray<>(SLOTS);

    /** The one whose octets stand in {@code received} from its reader index on, if it came in by this door. */
    @Nullable
    CachedRequestHead find(ByteBuf received, int length, Listener listener) {
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

    /** Octets of its own for one that is to be kept. */
    static ByteBuf copy(ByteBuf received, int length) {
        byte[] octets = new byte[length];
        received.getBytes(received.readerIndex(), octets);
        return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(octets));
    }

    /** Whoever finds two heads for one slot makes them slower, and nothing else. */
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
