package dev.larder.http.client;

import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;

/** What has arrived of a response while its receiver pauses, in order, and whether it is so much that the origin has to wait. */
final class HeldBackEvents {

    /** Octets held back above which the connection is not read any more; below the other one it is read again. */
    private static final int HIGH_WATERMARK = 64 * 1024;

    private static final int LOW_WATERMARK = 16 * 1024;

    private final Deque<Object> events = new ArrayDeque<>();
    private long octets;

    /** Adds content, the trailers of a whole message, or a failure. */
    void add(Object event) {
        events.add(event);
        octets += octets(event);
    }

    /** Takes the next event, which the caller releases. */
    Object take() {
        Object next = events.remove();
        octets -= octets(next);
        return next;
    }

    private static int octets(Object event) {
        return event instanceof ByteBuf data ? data.readableBytes() : 0;
    }

    boolean isEmpty() {
        return events.isEmpty();
    }

    /** Returns whether no more should be read. */
    boolean isAboveHighWatermark() {
        return octets > HIGH_WATERMARK;
    }

    /** Returns whether more may be read. */
    boolean isBelowLowWatermark() {
        return octets <= LOW_WATERMARK;
    }

    /** Drops all events. */
    void release() {
        events.forEach(ReferenceCountUtil::release);
        events.clear();
        octets = 0;
    }
}
