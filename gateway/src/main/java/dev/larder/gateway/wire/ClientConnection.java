package dev.larder.gateway.wire;

import io.netty.channel.Channel;
import java.util.Optional;
import reactor.netty.http.server.HttpServerRequest;

/** The connection a client's request came by. */
public final class ClientConnection {

    private ClientConnection() {}

    /**
     * Breaks the connection off behind what has been written, so that the client sees its response cut short and never a
     * clean end (RFC 9112 8).
     *
     * @param request the native request
     */
    public static void breakOff(Object request) {
        channel(request)
                .ifPresent(channel -> channel.eventLoop().execute(() -> {
                    channel.flush();
                    channel.close();
                }));
    }

    static Optional<Channel> channel(Object request) {
        if (!(request instanceof HttpServerRequest server)) {
            return Optional.empty();
        }
        var holder = new Channel[1];
        server.withConnection(connection -> holder[0] = connection.channel());
        return Optional.of(holder[0]);
    }
}
