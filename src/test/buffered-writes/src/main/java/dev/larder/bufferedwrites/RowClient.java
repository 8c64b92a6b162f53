package dev.larder.bufferedwrites;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** A client on its connection, which is closed behind the last row. */
final class RowClient extends SimpleChannelInboundHandler<HttpObject> {

    private static final long PAUSE_MILLIS = 20;

    private final RemainingRows rest;
    private int row = -1;
    private long begin;
    private int status;

    RowClient(RemainingRows rest) {
        this.rest = rest;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        sendNext(ctx);
    }

    private void sendNext(ChannelHandlerContext ctx) {
        row = rest.take();
        if (row < 0) {
            ctx.close();
        } else {
            send(ctx);
        }
    }

    private void send(ChannelHandlerContext ctx) {
        begin = System.nanoTime();
        ctx.writeAndFlush(rest.request(row), ctx.voidPromise());
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
        if (message instanceof HttpResponse response) {
            status = response.status().code();
        }
        if (message instanceof LastHttpContent) {
            answered(ctx);
        }
    }

    private void answered(ChannelHandlerContext ctx) {
        if (status / 100 == 2) {
            rest.answered(System.nanoTime() - begin);
            sendNext(ctx);
        } else if (status == 429 || status == 503) {
            rest.refused();
            ctx.executor().schedule(() -> send(ctx), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            rest.failed(new IOException("a row was answered " + status));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (row >= 0) {
            rest.failed(new IOException("a connection ended before its answer"));
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        rest.failed(cause);
        ctx.close();
    }
}
