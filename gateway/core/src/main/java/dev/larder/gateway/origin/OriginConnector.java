package dev.larder.gateway.origin;

import dev.larder.http.OriginDecoder;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.resolver.AddressResolverGroup;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to origins: resolves the name, connects to the first of its addresses that accepts, and agrees on TLS.
 * Addresses and {@code localhost} are not looked up.
 */
final class OriginConnector implements AutoCloseable {

    private final OriginClientSettings settings;
    private final OriginTls tls;
    private final AddressResolverGroup<InetSocketAddress> resolvers;
    private final ByteBufAllocator allocator;

    OriginConnector(
            OriginClientSettings settings,
            OriginTls tls,
            AddressResolverGroup<InetSocketAddress> resolvers,
            ByteBufAllocator allocator) {
        this.settings = settings;
        this.tls = tls;
        this.resolvers = resolvers;
        this.allocator = allocator;
    }

    /**
     * Opens a connection that runs on this event loop.
     *
     * @param connections creates the handler of a channel
     */
    Future<OriginConnection> connect(
            EventLoop loop, OriginAddress origin, Function<Channel, OriginConnection> connections) {
        try {
            return new Attempt(loop, origin, connections).begin();
        } catch (RuntimeException | UnknownHostException failed) {
            return loop.newFailedFuture(failed);
        }
    }

    @Override
    public void close() {
        resolvers.close();
    }

    /** Returns the address of a name that needs no look-up; null for other names. */
    /** Returns the addresses of an origin whose name need not be resolved; none if it has to be. */
    private static List<InetSocketAddress> known(OriginAddress origin) throws UnknownHostException {
        if (origin.host().equals("localhost")) {
            return List.of(
                    address(origin, NetUtil.LOCALHOST4.getAddress()), address(origin, NetUtil.LOCALHOST6.getAddress()));
        }
        byte[] octets = NetUtil.createByteArrayFromIpAddressString(origin.host());
        return octets == null ? List.of() : List.of(address(origin, octets));
    }

    private static InetSocketAddress address(OriginAddress origin, byte[] octets) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByAddress(origin.host(), octets), origin.port());
    }

    private static int millis(Duration timeout) {
        return (int) Math.min(Integer.MAX_VALUE, timeout.toMillis());
    }

    /** One connection that is being opened. */
    private final class Attempt {

        private final EventLoop loop;
        private final OriginAddress origin;
        private final Function<Channel, OriginConnection> connections;
        private final Promise<OriginConnection> opened;
        private final OriginTransport transport;
        private final @Nullable SslContext context;

        Attempt(EventLoop loop, OriginAddress origin, Function<Channel, OriginConnection> connections) {
            this.loop = loop;
            this.origin = origin;
            this.connections = connections;
            this.opened = loop.newPromise();
            this.transport = OriginTransport.of(loop);
            this.context = origin.secure() ? tls.context().get() : null;
        }

        Future<OriginConnection> begin() throws UnknownHostException {
            List<InetSocketAddress> known = known(origin);
            if (known.isEmpty()) {
                resolve();
            } else {
                connect(known, 0);
            }
            return opened;
        }

        private void resolve() {
            resolvers
                    .getResolver(loop)
                    .resolveAll(InetSocketAddress.createUnresolved(origin.host(), origin.port()))
                    .addListener((Future<List<InetSocketAddress>> resolved) -> {
                        if (resolved.isSuccess()) {
                            connect(resolved.getNow(), 0);
                        } else {
                            opened.tryFailure(resolved.cause());
                        }
                    });
        }

        private void connect(List<InetSocketAddress> addresses, int index) {
            new Bootstrap()
                    .group(loop)
                    .channel(transport.socketType())
                    .disableResolver()
                    .option(ChannelOption.ALLOCATOR, allocator)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, millis(settings.connectTimeout()))
                    .handler(new Initializer())
                    .connect(addresses.get(index))
                    .addListener((ChannelFuture connected) -> {
                        if (connected.isSuccess()) {
                            secure(connected.channel());
                        } else if (index + 1 < addresses.size()) {
                            connect(addresses, index + 1);
                        } else {
                            opened.tryFailure(connected.cause());
                        }
                    });
        }

        private void secure(Channel channel) {
            var connection = channel.pipeline().get(OriginConnection.class);
            var handler = channel.pipeline().get(SslHandler.class);
            if (handler == null) {
                opened.trySuccess(connection);
                return;
            }
            handler.handshakeFuture().addListener(agreed -> {
                if (agreed.isSuccess()) {
                    opened.trySuccess(connection);
                } else {
                    channel.close();
                    opened.tryFailure(agreed.cause());
                }
            });
        }

        private final class Initializer extends ChannelInitializer<Channel> {

            @Override
            protected void initChannel(Channel channel) {
                var connection = connections.apply(channel);
                if (context != null) {
                    SslHandler handler = context.newHandler(channel.alloc(), origin.host(), origin.port());
                    handler.setHandshakeTimeoutMillis(tls.handshakeTimeout().toMillis());
                    handler.setCloseNotifyFlushTimeoutMillis(tls.closeTimeout().toMillis());
                    channel.pipeline().addLast(handler);
                }
                channel.pipeline()
                        .addLast(new OriginDecoder(
                                settings.maxInitialLineLength(), settings.maxHeaderSize(), connection))
                        .addLast(connection);
            }
        }
    }
}
