package dev.larder.http;

import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/** What is missing of the content of one request by the length that was stated, and the frame that would make it whole. */
final class ContentLengthTracker {

    private long missing;
    private @Nullable Http2StreamFrame last;

    private ContentLengthTracker(long length) {
        missing = length;
    }

    /** Is to be of that length; null if none has been stated, and then nothing makes it whole but its end. */
    static ContentLengthTracker of(@Nullable Long length) {
        return new ContentLengthTracker(length == null ? Long.MAX_VALUE : length);
    }

    /** Takes so many octets more; whether the content has all that was stated now. */
    boolean isWholeWith(int octets) {
        missing -= octets;
        return missing <= 0;
    }

    /** Keeps the frame that makes the content whole. One without octets that comes after it says nothing. */
    void hold(Http2StreamFrame frame) {
        if (last == null) {
            last = frame;
        } else {
            ReferenceCountUtil.release(frame);
        }
    }

    /** Gives the frame back, if one is held. */
    @Nullable
    Http2StreamFrame take() {
        Http2StreamFrame held = last;
        last = null;
        return held;
    }
}
