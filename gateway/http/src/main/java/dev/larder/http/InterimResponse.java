package dev.larder.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.FullHttpResponse;

/**
 * An interim response on its way to the client of one connection (RFC 9110 15.2). It is sent before the final response to its own
 * request, or not at all: the next request knows nothing of it. It waits in a queue, as the final response may be written on the
 * connection's own thread before a task from another thread runs there.
 *
 * @param request number of its request on the connection
 */
record InterimResponse(int request, FullHttpResponse response) {

    /**
     * Writes the response, or drops it.
     *
     * @param due whether its request is the current one, and the final response has not begun
     */
    void write(ChannelHandlerContext ctx, boolean due) {
        if (due) {
            ctx.write(response);
        } else {
            response.release();
        }
    }
}
