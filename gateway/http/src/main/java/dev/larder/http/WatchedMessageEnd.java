package dev.larder.http;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.util.Optional;
import reactor.netty.Connection;

/** The end of the response that arrives on a connection, noted where its last byte is decoded. */
public final class WatchedMessageEnd implements MessageEnd {

    private static final AttributeKey<WatchedMessageEnd> CURRENT =
            AttributeKey.valueOf(WatchedMessageEnd.class, "current");

    private volatile boolean received;
    private volatile boolean whole;

    private WatchedMessageEnd() {}

    /**
     * Returns the end of the response whose head arrived last on this connection, which may know it itself; empty if it is not
     * watched.
     */
    public static Optional<MessageEnd> of(Connection connection) {
        return connection instanceof MessageEnd known
                ? Optional.of(known)
                : of(connection.channel()).map(watched -> watched);
    }

    static Optional<WatchedMessageEnd> of(Channel channel) {
        return Optional.ofNullable(channel.attr(CURRENT).get());
    }

    static WatchedMessageEnd next(Channel channel) {
        var end = new WatchedMessageEnd();
        channel.attr(CURRENT).set(end);
        return end;
    }

    @Override
    public boolean isMessageComplete() {
        return whole;
    }

    @Override
    public boolean isReceivedWithHead() {
        return received;
    }

    /** Called when all of the message has been received, of which the last byte is not decoded yet. */
    void received() {
        received = true;
    }

    /** Called when the last byte has arrived. */
    void arrived() {
        whole = true;
    }
}
