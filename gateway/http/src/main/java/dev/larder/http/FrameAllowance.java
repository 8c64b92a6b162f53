package dev.larder.http;

import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import java.util.concurrent.TimeUnit;

/**
 * Limits frames without payload that a peer may send on one HTTP/2 connection: SETTINGS, PING, PRIORITY,
 * WINDOW_UPDATE, DATA without octets and the like. RFC 9113 10.5: "An endpoint MAY treat activity that is suspicious as
 * a connection error of type ENHANCE_YOUR_CALM." The allowance is replenished by time and by content sent to the
 * peer, which has to answer with window updates; that of an origin also by requests.
 */
final class FrameAllowance {

    /** Maximum burst of frames. */
    static final int MOST = 1_000;

    /** Frames replenished per second. */
    static final int A_SECOND = 100;

    /** Frames replenished per piece of content sent: a peer may update two windows, more than once. */
    static final int A_PIECE_SENT = 10;

    private static final long NANOS_EACH = TimeUnit.SECONDS.toNanos(1) / A_SECOND;

    private int left = MOST;
    private long counted;

    /** Starts at this time (nanoseconds of any clock). */
    FrameAllowance(long now) {
        counted = now;
    }

    /** Counts a frame received from the peer, if it is subject to the limit. */
    void received(int type, int flags, int length) {
        if (!isExempt(type, flags, length) && left >= 0) {
            left--;
        }
    }

    /** Called when a frame has been sent to the peer. */
    void sent(int type, int length) {
        if (type == Http2FrameTypes.DATA && length > 0) {
            give(A_PIECE_SENT);
        }
    }

    /** Called when a request has been sent, if the limit is an origin's. */
    void sentRequest() {
        give(A_PIECE_SENT);
    }

    /** Updates the current time. */
    void at(long now) {
        long earned = (now - counted) / NANOS_EACH;
        if (earned > 0) {
            counted += earned * NANOS_EACH;
            give((int) Math.min(earned, MOST));
        }
    }

    /** Whether the peer has exceeded the allowance; this is final. */
    boolean isExceeded() {
        return left < 0;
    }

    private void give(int frames) {
        if (left >= 0) {
            left = Math.min(MOST, left + frames);
        }
    }

    private static boolean isExempt(int type, int flags, int length) {
        return switch (type) {
            case Http2FrameTypes.HEADERS -> true;
            case Http2FrameTypes.DATA -> length > 0 || (flags & Http2Flags.END_STREAM) != 0;
            default -> false;
        };
    }
}
