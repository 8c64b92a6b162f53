package dev.larder.compare.server;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The least that a Netty proxy has to do for a request: HTTP codecs on both sides, and connections to the origin that are kept on
 * the event loop, which is the only one.
 */
public final class MinimalNettyProxy {

    private MinimalNettyProxy() {}

    /** Arguments: port, port of the origin. */
    public static void main(String[] args) {
        int origin = Integer.parseInt(args[1]);
        Deque<Channel> idle = new ArrayDeque<>();
        NettyServer.start(Integer.parseInt(args[0]), () -> new ClientSide(origin, idle))
                .serve();
    }

    /** A client connection without pipelining. */
    private static final class ClientSide extends ChannelInboundHandlerAdapter {

        private final int origin;
        private final Deque<Channel> idle;

        ClientSide(int origin, Deque<Channel> idle) {
            this.origin = origin;
            this.idle = idle;
        }

        @Override
        public void channelRead(ChannelHandlerContext client, Object message) {
            if (!(message instanceof HttpRequest request)) {
                ReferenceCountUtil.release(message);
                return;
            }
            Channel free = idle.pollFirst();
            if (free != null && free.isActive()) {
                send(free, client, request);
                return;
            }
            connect(client).addListener((ChannelFuture connected) -> {
                if (connected.isSuccess()) {
                    send(connected.channel(), client, request);
                } else {
                    client.close();
                }
            });
        }

        private ChannelFuture connect(ChannelHandlerContext client) {
            return new Bootstrap()
                    .group(client.channel().eventLoop())
                    .channel(
                            client.channel() instanceof EpollSocketChannel
                                    ? EpollSocketChannel.class
                                    : NioSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .handler(new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            channel.pipeline().addLast(new HttpClientCodec(), new OriginSide(idle));
                        }
                    })
                    .connect(InetAddress.getLoopbackAddress(), origin);
        }

        private static void send(Channel to, ChannelHandlerContext client, HttpRequest request) {
            to.pipeline().get(OriginSide.class).client = client;
            to.write(request, to.voidPromise());
            to.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT, to.voidPromise());
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }

    /** A connection to the origin. */
    private static final class OriginSide extends ChannelInboundHandlerAdapter {

        private final Deque<Channel> idle;
        private @Nullable ChannelHandlerContext client;

        OriginSide(Deque<Channel> idle) {
            this.idle = idle;
        }

        @Override
        public void channelRead(ChannelHandlerContext origin, Object message) {
            ChannelHandlerContext to = client;
            if (to == null || !(message instanceof HttpObject)) {
                ReferenceCountUtil.release(message);
                return;
            }
            to.write(message, to.voidPromise());
            if (message instanceof LastHttpContent) {
                to.flush();
                client = null;
                idle.addFirst(origin.channel());
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
