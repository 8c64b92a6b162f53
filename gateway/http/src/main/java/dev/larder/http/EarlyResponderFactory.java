package dev.larder.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import java.util.Optional;

/** Creates what answers requests of a client connection before the server sees them. */
@FunctionalInterface
public interface EarlyResponderFactory {

    /** Returns the responder of a newly opened connection; empty if it has none. */
    Optional<EarlyResponder> of(Channel channel);

    /**
     * Returns the handler that carries out exchanges of a newly opened HTTP/1.1 connection, or HTTP/2 stream; empty if it has none.
     * It gets valid requests of a connection, but all of a stream, and passes on those that are left to the server.
     */
    default Optional<ChannelHandler> exchanges(Channel channel) {
        return Optional.empty();
    }
}
