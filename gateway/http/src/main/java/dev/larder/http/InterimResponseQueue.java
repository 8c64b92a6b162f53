package dev.larder.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.FullHttpResponse;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Interim responses on their way to the client of one connection (RFC 9110 15.2). Each is sent before the final response to its own
 * request, or not at all: the next request knows nothing of it. Any thread may add to it; a queue, because the final response may be
 * written on the connection's own thread before a task from another thread runs there.
 */
final class InterimResponseQueue {

    private final Queue<InterimResponse> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answered = new AtomicInteger();

    /** @param request its number on the connection */
    private record InterimResponse(int request, FullHttpResponse response) {}

    /** Returns the number of the request that is answered next. */
    int currentRequest() {
        return answered.get();
    }

    /** Called when the final response to that request is complete. */
    void requestAnswered() {
        answered.incrementAndGet();
    }

    /** Adds a response to the request with this number. */
    void add(int request, FullHttpResponse response) {
        waiting.add(new InterimResponse(request, response));
    }

    /**
     * Writes the responses to the current request, and drops all others.
     *
     * @param open whether there is such a request, and its final response has not begun
     */
    void write(ChannelHandlerContext ctx, boolean open) {
        for (var next = waiting.poll(); next != null; next = waiting.poll()) {
            if (open && next.request() == currentRequest()) {
                ctx.write(next.response());
            } else {
                next.response().release();
            }
        }
    }
}
