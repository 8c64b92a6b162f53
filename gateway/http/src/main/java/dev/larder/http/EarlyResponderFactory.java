package dev.larder.http;

import io.netty.channel.Channel;
import java.util.Optional;

/** Creates responders that answer requests before any handler behind the codec of their connection sees them. */
@FunctionalInterface
public interface EarlyResponderFactory {

    /** Returns the responder for a newly opened client connection; empty if there is none. */
    Optional<EarlyResponder> of(Channel channel);
}
