package dev.larder.http;

import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/** Tracks how much content of a request is missing according to its stated length, and holds the frame that completes it. */
final class ContentLengthTracker {

    private long missing;
    private @Nullable Http2StreamFrame last;

    private ContentLengthTracker(long length) {
        missing = length;
    }

    /** Creates a tracker for this length; null if none was stated: then only the end of the stream completes the content. */
    static ContentLengthTracker of(@Nullable Long length) {
        return new ContentLengthTracker(length == null ? Long.MAX_VALUE : length);
    }

    /** Counts these octets; whether the content is complete now. */
    boolean isWholeWith(int octets) {
        missing -= octets;
        return missing <= 0;
    }

    /** Holds the frame that completes the content. A later frame without octets adds nothing. */
    void hold(Http2StreamFrame frame) {
        if (last == null) {
            last = frame;
        } else {
            ReferenceCountUtil.release(frame);
        }
    }

    /** Returns the frame, if one is held. */
    @Nullable
    Http2StreamFrame take() {
        Http2StreamFrame held = last;
        last = null;
        return held;
    }
}
