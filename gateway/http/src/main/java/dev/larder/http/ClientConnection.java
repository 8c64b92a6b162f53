package dev.larder.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.util.AttributeKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import reactor.netty.Connection;
import reactor.netty.http.HttpConnectionLiveness;
import reactor.netty.http.IdleTimeoutHandler;
import reactor.netty.http.server.HttpServerRequest;

/** The connection of a client's request. */
public final class ClientConnection {

    private static final AttributeKey<Duration> IDLE_TIMEOUT =
            AttributeKey.valueOf(ClientConnection.class, "idleTimeout");

    private ClientConnection() {}

    /**
     * Closes the connection after the data written so far, so that the client sees a truncated response and never a
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

    /** Whether the connection is closed, as far as the native request reveals. */
    public static boolean isGone(Object request) {
        return channel(request).filter(channel -> !channel.isActive()).isPresent();
    }

    /** Whether the connection, or the stream of HTTP/2, is known to be open. */
    public static boolean isHere(Object request) {
        return channel(request).filter(Channel::isActive).isPresent();
    }

    /**
     * Runs an action when a request's response has been written, or its connection or stream has ended.
     *
     * @return false if this native request does not support it
     */
    public static boolean addTerminationListener(Object request, Runnable action) {
        return connection(request)
                .map(connection -> connection.onTerminate().subscribe(over -> {}, error -> action.run(), action))
                .isPresent();
    }

    /** Runs an action on the connection's thread; on the current one if that is unknown or the exchange is over. */
    public static void serve(Object request, Runnable action) {
        channel(request).flatMap(ClientConnection::thread).ifPresentOrElse(thread -> thread.execute(action), action);
    }

    /** After an exchange Reactor Netty replaces the connection by a channel without a thread. */
    private static Optional<Executor> thread(Channel channel) {
        try {
            return Optional.of(channel.eventLoop());
        } catch (IllegalStateException neverRegistered) {
            return Optional.empty();
        }
    }

    /**
     * Suspends the timeout of idle connections while the client has to read a response, or a request is answered that the server
     * behind does not see. It may be suspended already.
     */
    public static void suspendIdleTimeout(ChannelPipeline pipeline) {
        IdleTimeoutHandler idle = pipeline.get(IdleTimeoutHandler.class);
        if (idle != null) {
            pipeline.channel().attr(IDLE_TIMEOUT).set(Duration.ofMillis(idle.getAllIdleTimeInMillis()));
            IdleTimeoutHandler.removeIdleTimeoutHandler(pipeline);
        }
    }

    /** Resumes the timeout of an idle connection, unless the server has none. */
    public static void resumeIdleTimeout(ChannelPipeline pipeline) {
        if (pipeline.channel().isActive()) {
            IdleTimeoutHandler.addIdleTimeoutHandler(
                    pipeline, pipeline.channel().attr(IDLE_TIMEOUT).get(), HttpConnectionLiveness.CLOSE);
        }
    }

    /**
     * Returns the channel of a request: that of its stream for HTTP/2.
     *
     * @param request the native request; the result is empty if it is not the server's own
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
