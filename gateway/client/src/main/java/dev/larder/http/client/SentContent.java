package dev.larder.http.client;

import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;

/** Content that has been sent on a stream whose request the origin may still refuse (RFC 9113 8.7), if it is short. */
final class SentContent {

    /** Octets above which nothing is kept: the request cannot be sent again then. */
    private static final int MAX_OCTETS = 64 * 1024;

    private final Deque<Object> parts = new ArrayDeque<>();
    private int octets;

    void add(ByteBuf piece) {
        if (!isWhole()) {
            return;
        }
        octets += piece.readableBytes();
        if (isWhole()) {
            parts.add(piece.retainedDuplicate());
        } else {
            release();
        }
    }

    void add(HeaderFields trailers) {
        if (isWhole()) {
            parts.add(trailers);
        }
    }

    /** Whether all that has been sent is kept. */
    boolean isWhole() {
        return octets <= MAX_OCTETS;
    }

    /** Returns what is kept, which the caller releases. */
    Deque<Object> parts() {
        return parts;
    }

    void release() {
        parts.forEach(ReferenceCountUtil::release);
        parts.clear();
    }
}
