package dev.larder.http;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Optional;
import java.util.concurrent.Executor;
import reactor.netty.Connection;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

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
        if (request instanceof InProcessRequest other) {
            other.breakOff();
        }
        channel(request)
                .filter(Channel::isActive)
                .ifPresent(channel -> channel.eventLoop().execute(() -> {
                    channel.flush();
                    channel.close();
                }));
    }

    /** Whether it is closed, as far as that can be told of a native request. */
    public static boolean isGone(Object request) {
        return channel(request).filter(channel -> !channel.isActive()).isPresent();
    }

    /**
     * Does something when the exchange of a request is over: its response has been written, or its connection or stream has ended.
     *
     * @return false if that is not told of this native request
     */
    public static boolean whenOver(Object request, Runnable action) {
        return connection(request)
                .map(connection -> connection.onTerminate().subscribe(over -> {}, error -> action.run(), action))
                .isPresent();
    }

    /** Does something on the thread that serves the connection; on this one if that is not known, or the exchange is over. */
    public static void serve(Object request, Runnable action) {
        channel(request).flatMap(ClientConnection::thread).ifPresentOrElse(thread -> thread.execute(action), action);
    }

    /** Reactor Netty puts a channel that has no thread in the place of the connection once an exchange is over. */
    private static Optional<Executor> thread(Channel channel) {
        try {
            return Optional.of(channel.eventLoop());
        } catch (IllegalStateException neverRegistered) {
            return Optional.empty();
        }
    }

    /**
     * Has a response of unknown length end with its connection, if its client speaks HTTP/1.0, which knows no transfer
     * coding (RFC 9112 6.1).
     *
     * @param sized whether the response has a Content-Length
     */
    public static void frame(Object request, boolean sized) {
        if (!sized
                && request instanceof HttpServerRequest server
                && server.version().equals(HttpVersion.HTTP_1_0)
                && request instanceof HttpServerResponse response) {
            response.chunkedTransfer(false).keepAlive(false);
        }
    }

    /**
     * The channel that a request came by: of its stream, if it came by HTTP/2.
     *
     * @param request the native request; empty if it is not the server's own
     */
    public static Optional<Channel> channel(Object request) {
        return connection(request).map(Connection::channel);
    }

    private static Optional<Connection> connection(Object request) {
        if (!(request instanceof HttpServerRequest server)) {
            return Optional.empty();
        }
        var holder = new Connection[1];
        server.withConnection(connection -> holder[0] = connection);
        return Optional.of(holder[0]);
    }
}
