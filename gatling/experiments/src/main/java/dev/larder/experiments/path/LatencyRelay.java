package dev.larder.experiments.path;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A TCP relay on loopback through which every byte takes a while, in either direction. As much as a window is under way at once,
 * as on a real path; opening a connection takes no longer than without the relay.
 */
public final class LatencyRelay implements AutoCloseable {

    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Channel server;

    /** From a port (0 for any that is free) to another, with half of the round trip in each direction. */
    public LatencyRelay(int port, int target, Duration roundTrip, int window) {
        var oneWay = roundTrip.toNanos() / 2;
        server = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel near) {
                        join(near, target, oneWay, window);
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), port)
                .syncUninterruptibly()
                .channel();
    }

    /** Where it listens. */
    public int port() {
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    private static void join(Channel near, int target, long oneWay, int window) {
        new Bootstrap()
                .group(near.eventLoop())
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.AUTO_READ, false)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        // What is read is only known to go somewhere when both ends are there.
                    }
                })
                .connect(InetAddress.getLoopbackAddress(), target)
                .addListener(connected -> {
                    var far = ((ChannelFuture) connected).channel();
                    if (connected.isSuccess()) {
                        begin(near, new DelayedPipe(far, oneWay, window));
                        begin(far, new DelayedPipe(near, oneWay, window));
                    } else {
                        near.close();
                    }
                });
    }

    private static void begin(Channel from, ChannelHandler pipe) {
        from.pipeline().addLast(pipe);
        from.config().setAutoRead(true);
    }

    @Override
    public void close() {
        server.close().syncUninterruptibly();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
