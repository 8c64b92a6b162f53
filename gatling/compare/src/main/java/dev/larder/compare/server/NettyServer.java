package dev.larder.compare.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Supplier;

/** A server on loopback with one event loop: epoll where there is its library, NIO elsewhere. */
public final class NettyServer implements AutoCloseable {

    private static final int BACKLOG = 1024;

    private final EventLoopGroup loop;
    private final Channel channel;

    private NettyServer(EventLoopGroup loop, Channel channel) {
        this.loop = loop;
        this.channel = channel;
    }

    /** Binds the port, or a free one where it is 0; each connection has a handler of its own behind the codec. */
    public static NettyServer start(int port, Supplier<ChannelHandler> handler) {
        var loop = new MultiThreadIoEventLoopGroup(1, transport());
        var channel = new ServerBootstrap()
                .group(loop)
                .channel(serverChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel connection) {
                        connection.pipeline().addLast(new HttpServerCodec(), handler.get());
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), port)
                .syncUninterruptibly()
                .channel();
        return new NettyServer(loop, channel);
    }

    /** The port it listens on. */
    public int port() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** Waits until it is closed, which is the end of the process. */
    void serve() {
        channel.closeFuture().syncUninterruptibly();
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
        loop.shutdownGracefully();
    }

    private static IoHandlerFactory transport() {
        return Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    }

    private static Class<? extends ServerChannel> serverChannel() {
        return Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }
}
