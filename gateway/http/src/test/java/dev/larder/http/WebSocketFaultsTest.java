package dev.larder.http;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import org.junit.jupiter.api.Test;

class WebSocketFaultsTest {

    /** The server behind would log each with a stack trace of 200 lines. */
    @Test
    void keepsMalformedWebSocketFramesFromServerBehind() {
        var channel = new EmbeddedChannel(new ClientConnectionCustomizer.WebSocketFaults());
        channel.pipeline()
                .fireExceptionCaught(
                        new CorruptedWebSocketFrameException(WebSocketCloseStatus.PROTOCOL_ERROR, "not masked"));
        channel.checkException();
        channel.finishAndReleaseAll();
    }
}
