package dev.larder.gateway.origin;

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

    /** Whether the last message is malformed. */
    boolean isMalformed() {
        return !isEmpty() && last().decoderResult().isFailure();
    }

    private HttpObject last() {
        return messages.get(messages.size() - 1);
    }

    /** Releases the last message. */
    void discardLast() {
        ReferenceCountUtil.release(messages.remove(messages.size() - 1));
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
