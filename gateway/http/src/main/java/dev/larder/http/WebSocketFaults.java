package dev.larder.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what follows an upgrade and is no WebSocket frame from the server behind, which would log each with a stack trace of 200
 * lines. It is the client's fault, and the decoder has ended the connection.
 */
final class WebSocketFaults extends ChannelInboundHandlerAdapter {

    private static final Logger log = LoggerFactory.getLogger(WebSocketFaults.class);

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof CorruptedWebSocketFrameException fault)) {
            ctx.fireExceptionCaught(cause);
        } else if (WebSocketCloseStatus.MESSAGE_TOO_BIG.equals(fault.closeStatus())) {
            log.warn("A client's WebSocket frame is too long. {}", fault.getMessage());
        } else {
            log.debug("A client has sent a malformed WebSocket frame.", cause);
        }
    }
}
