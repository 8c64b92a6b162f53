package dev.larder.http;

import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.util.concurrent.TimeUnit;

/**
 * How many frames that carry nothing a client may send on one HTTP/2 connection: SETTINGS, PING, PRIORITY, WINDOW_UPDATE,
 * DATA without octets and the like. RFC 9113 10.5: "An endpoint MAY treat activity that is suspicious as a connection error
 * of type ENHANCE_YOUR_CALM." Time gives allowance back, and so does each piece of content sent to the client, for whose
 * windows it must answer.
 */
final class FrameAllowance {

    /** Frames at once. */
    static final int MOST = 1_000;

    /** Frames that each second gives back. */
    static final int A_SECOND = 100;

    /** Frames that each piece of content sent gives back: a client may answer for two windows, and more than once. */
    static final int A_PIECE_SENT = 10;

    private static final long NANOS_EACH = TimeUnit.SECONDS.toNanos(1) / A_SECOND;

    private int left = MOST;
    private long counted;

    /** Begins at that time (nanoseconds of any clock). */
    FrameAllowance(long now) {
        counted = now;
    }

    /** Takes a frame that a client has sent, if it is one to count. */
    void received(int type, int flags, int length) {
        if (!carries(type, flags, length) && left >= 0) {
            left--;
        }
    }

    /** A frame has been sent to the client. */
    void sent(int type, int length) {
        if (type == Http2FrameTypes.DATA && length > 0) {
            give(A_PIECE_SENT);
        }
    }

    /** It is now that time. */
    void at(long now) {
        long earned = (now - counted) / NANOS_EACH;
        if (earned > 0) {
            counted += earned * NANOS_EACH;
            give((int) Math.min(earned, MOST));
        }
    }

    /** Whether the client has sent more than it may; that is not forgiven. */
    boolean isExceeded() {
        return left < 0;
    }

    private void give(int frames) {
        if (left >= 0) {
            left = Math.min(MOST, left + frames);
        }
    }

    private static boolean carries(int type, int flags, int length) {
        return switch (type) {
            case Http2FrameTypes.HEADERS -> true;
            case Http2FrameTypes.DATA -> length > 0 || (flags & Http2Flags.END_STREAM) != 0;
            default -> false;
        };
    }
}
