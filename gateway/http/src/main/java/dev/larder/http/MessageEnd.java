package dev.larder.http;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.util.Optional;

/**
 * Whether the last byte of an origin response has arrived (RFC 9112 8). The completion of a reactive stream does not
 * prove that: a cancelled stream completes too.
 */
public final class MessageEnd {

    private static final AttributeKey<MessageEnd> CURRENT = AttributeKey.valueOf(MessageEnd.class, "current");

    private volatile boolean received;
    private volatile boolean whole;

    /** Returns the end of the response whose head arrived last on this channel; empty if the channel is not watched. */
    public static Optional<MessageEnd> of(Channel channel) {
        return Optional.ofNullable(channel.attr(CURRENT).get());
    }

    /** Whether the message has arrived completely. */
    public boolean whole() {
        return whole;
    }

    /** Whether the read that brought the head brought the whole message. Known as soon as the head is. */
    public boolean atHand() {
        return received;
    }

    static MessageEnd next(Channel channel) {
        var end = new MessageEnd();
        channel.attr(CURRENT).set(end);
        return end;
    }

    void received() {
        received = true;
    }

    void arrived() {
        whole = true;
    }
}
