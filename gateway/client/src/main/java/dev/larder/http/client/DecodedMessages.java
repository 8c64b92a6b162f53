package dev.larder.http.client;

import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;

/** The messages that are decoded from one read of a connection, until each is taken by its receiver. */
final class DecodedMessages {

    private final List<HttpObject> messages = new ArrayList<>();
    private int taken;

    void add(HttpObject message) {
        messages.add(message);
    }

    boolean isEmpty() {
        return taken == messages.size();
    }

    /** Takes the next message, which the caller releases. */
    HttpObject take() {
        return messages.get(taken++);
    }

    /** Whether the last message is the end of a response. */
    boolean isEnded() {
        return !isEmpty()
                && last() instanceof LastHttpContent end
                && end.decoderResult().isSuccess();
    }

    private HttpObject last() {
        return messages.get(messages.size() - 1);
    }

    /**
     * Called when the connection has ended; releases the last message if it is malformed, or an end that cannot be trusted.
     *
     * @param whole whether the end of the connection may end a response
     */
    void endByClose(boolean whole) {
        if (!isEmpty() && (last().decoderResult().isFailure() || (isEnded() && !whole))) {
            ReferenceCountUtil.release(messages.remove(messages.size() - 1));
        }
    }

    /** Releases the messages that have not been taken. */
    void discard() {
        while (!isEmpty()) {
            ReferenceCountUtil.release(take());
        }
        messages.clear();
        taken = 0;
    }
}
