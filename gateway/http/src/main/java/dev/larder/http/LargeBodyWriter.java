package dev.larder.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Located between an HTTP/1.1 client connection and its codec. Writes large content piece by piece, as the client reads. The
 * transport copies all data it receives from the heap, and TLS encrypts it at once; here only the stored body itself waits.
 */
final class LargeBodyWriter extends ChannelDuplexHandler {

    /** Maximum and minimum octets written at once. */
    private static final int PIECE = 64 * 1024;

    private static final int MIN_PIECE = 4 * 1024;

    private final ClientBacklog.ConnectionBacklog backlog;
    private final Queue<Message> waiting = new ArrayDeque<>(0);

    /** A waiting message and its accounting. */
    private static final class Message {

        private final Object content;
        private final ChannelPromise promise;
        private ClientBacklog.@Nullable QueuedContent held;

        private Message(Object content, ChannelPromise promise) {
            this.content = content;
            this.promise = promise;
        }
    }

    LargeBodyWriter(ClientBacklog.ConnectionBacklog backlog) {
        this.backlog = backlog;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
        if (waiting.isEmpty() && !(msg instanceof ByteBuf content && isLarge(content, ctx.channel()))) {
            ctx.write(msg, promise);
            return;
        }
        var message = new Message(msg, promise);
        waiting.add(message);
        if (waiting.size() == 1) {
            handOver(ctx);
        }
        if (!waiting.isEmpty() && msg instanceof ByteBuf content) {
            message.held = backlog.hold(content);
        }
    }

    private static boolean isLarge(ByteBuf content, Channel channel) {
        return content.readableBytes() > PIECE || (content.isReadable() && !channel.isWritable());
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        ctx.flush();
        goOn(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        goOn(ctx);
        ctx.fireChannelWritabilityChanged();
    }

    private void goOn(ChannelHandlerContext ctx) {
        while (!waiting.isEmpty() && ctx.channel().isWritable()) {
            handOver(ctx);
            ctx.flush();
        }
    }

    /** Writes as much as the connection accepts. */
    private void handOver(ChannelHandlerContext ctx) {
        long room = ctx.channel().bytesBeforeUnwritable();
        while (room > 0 && !waiting.isEmpty()) {
            Message first = waiting.element();
            int piece = (int) Math.min(PIECE, Math.max(room, MIN_PIECE));
            if (first.content instanceof ByteBuf content && content.readableBytes() > piece) {
                ctx.write(content.readRetainedSlice(piece), ctx.newPromise());
                room -= piece;
            } else {
                waiting.remove();
                if (first.held != null) {
                    backlog.release(first.held);
                }
                room -= first.content instanceof ByteBuf content ? content.readableBytes() : 0;
                ctx.write(first.content, first.promise);
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        drop();
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        drop();
    }

    private void drop() {
        for (Message message = waiting.poll(); message != null; message = waiting.poll()) {
            if (message.held != null) {
                backlog.giveUp(message.held);
            }
            ReferenceCountUtil.release(message.content);
            message.promise.tryFailure(new ClosedChannelException());
        }
    }
}
