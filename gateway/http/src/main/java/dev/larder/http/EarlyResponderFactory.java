package dev.larder.http;

import io.netty.channel.Channel;
import java.util.Optional;

/** Answers requests before anything behind the codec of their connection knows of them. */
@FunctionalInterface
public interface EarlyResponderFactory {

    /** What answers requests of a connection from a client that has just been opened; empty if nothing does. */
    Optional<EarlyResponder> of(Channel channel);
}
