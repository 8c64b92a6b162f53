package dev.larder.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;

/**
 * Located behind Reactor Netty's handler of HTTP/1.1. Reads once more if a response was complete before the end of its
 * request: version 1.3.7 of Reactor Netty never reads again after such a request if it was pipelined and the last one,
 * as a hit is. Where Reactor Netty does read, this is one read without demand for each such request.
 */
final class ReadResumption extends ChannelDuplexHandler {

    private boolean receiving;
    private boolean answered;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (msg instanceof HttpRequest) {
            receiving = true;
            answered = false;
        }
        ctx.fireChannelRead(msg);
        if (msg instanceof LastHttpContent) {
            receiving = false;
            if (answered) {
                answered = false;
                // Behind the task in which Reactor Netty takes the next request from its queue.
                ctx.executor().execute(ctx::read);
            }
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
        answered |= receiving && msg instanceof LastHttpContent;
        ctx.write(msg, promise);
    }
}
