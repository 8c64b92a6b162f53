package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests of one connection, called on its thread while no earlier request waits for an answer. An answer is
 * written whole, and not flushed.
 */
public interface EarlyResponder {

    /**
     * Answers the request at the front of what has been received between two messages, if its octets alone tell how.
     *
     * @param received undecoded; its reader index stays where it is
     * @param client what the answer is written to
     * @return the octets of the head that has been answered, which nobody else is to see; 0 if it is to be decoded
     */
    int answer(ByteBuf received, ChannelHandlerContext client);

    /**
     * Answers a request that has been decoded and found valid, in HTTP/1.1 and without content.
     *
     * @param octets from the first octet of its head to whatever follows it; null if they are not at hand. They are not to
     *     be kept
     * @param client what the answer is written to
     * @return whether it has been answered; otherwise it goes on, and comes back for nothing
     */
    boolean answer(HttpRequest request, @Nullable ByteBuf octets, ChannelHandlerContext client);
}
