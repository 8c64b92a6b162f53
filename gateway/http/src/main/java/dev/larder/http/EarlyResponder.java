package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests of one connection. Called on its thread while no earlier request is unanswered. A response is
 * written completely, and not flushed.
 */
public interface EarlyResponder {

    /**
     * Answers the request at the start of the octets received between two messages, if the octets alone determine the response.
     *
     * @param received undecoded; its reader index does not change
     * @param client where the response is written
     * @return the octets of the answered head, which no other handler may see; 0 if it has to be decoded
     */
    int answer(ByteBuf received, ChannelHandlerContext client);

    /**
     * Answers a decoded and valid HTTP/1.1 request without content.
     *
     * @param octets from the first octet of its head to the end of the received data; null if not available. Must not
     *     be retained
     * @param client where the response is written
     * @return whether it was answered; otherwise the request continues, and does not return here
     */
    boolean tryAnswer(HttpRequest request, @Nullable ByteBuf octets, ChannelHandlerContext client);
}
