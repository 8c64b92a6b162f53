package dev.larder.http.client;

import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandler;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.Arrays;
import java.util.Optional;

/** The types of channels that an event loop can run. */
enum OriginTransport {
    EPOLL(EpollIoHandler.class, EpollSocketChannel.class, EpollDatagramChannel.class),
    NIO(NioIoHandler.class, NioSocketChannel.class, NioDatagramChannel.class);

    private final Class<? extends IoHandler> handlerType;
    private final Class<? extends SocketChannel> socketType;
    private final Class<? extends DatagramChannel> datagramType;

    OriginTransport(
            Class<? extends IoHandler> handlerType,
            Class<? extends SocketChannel> socketType,
            Class<? extends DatagramChannel> datagramType) {
        this.handlerType = handlerType;
        this.socketType = socketType;
        this.datagramType = datagramType;
    }

    /** Returns the transport of an event loop; empty if it is none of these. */
    static Optional<OriginTransport> find(EventLoop loop) {
        return Arrays.stream(values())
                .filter(transport -> loop instanceof IoEventLoop io && io.isIoType(transport.handlerType))
                .findFirst();
    }

    /**
     * Returns the transport of an event loop.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static OriginTransport of(EventLoop loop) {
        return find(loop)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Event loops of this transport cannot connect to origins: " + loop));
    }

    Class<? extends SocketChannel> socketType() {
        return socketType;
    }

    Class<? extends DatagramChannel> datagramType() {
        return datagramType;
    }
}
