package dev.larder.http;

import io.netty.handler.codec.http2.Http2FrameTypes;

/**
 * Tracks the streams of an HTTP/2 connection that its client has skipped: the first use of an identifier closes all
 * lower ones permanently (RFC 9113 5.1.1). Remembers only the latest gaps: a client that numbers correctly leaves none.
 */
final class StreamOrder {

    private static final int GAPS = 16;

    private final int[] from = new int[GAPS];
    private final int[] to = new int[GAPS];
    private int gaps;
    private int highest;
    private boolean broken;

    /** Called when the client has sent a frame of that type on that stream. */
    void received(int type, int stream) {
        if (type != Http2FrameTypes.HEADERS) {
            return;
        }
        if (stream > highest) {
            if (stream > highest + 2) {
                from[gaps % GAPS] = highest + 1;
                to[gaps % GAPS] = stream;
                gaps++;
            }
            highest = stream;
        } else {
            broken |= wasPassedOver(stream);
        }
    }

    /** Whether a stream has been opened that had been skipped before. */
    boolean isBroken() {
        return broken;
    }

    private boolean wasPassedOver(int stream) {
        for (int i = 0; i < Math.min(gaps, GAPS); i++) {
            if (from[i] <= stream && stream < to[i]) {
                return true;
            }
        }
        return false;
    }
}
