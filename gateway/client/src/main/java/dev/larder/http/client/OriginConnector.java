package dev.larder.http.client;

import dev.larder.http.OriginDecoder;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.resolver.AddressResolverGroup;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.List;
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

    /** Returns whether HTTP/2 is offered to an origin: by TLS only (RFC 9113 3.2). */
    boolean isHttp2Offered(OriginAddress origin) {
        try {
            return origin.secure() && isHttp2Offered(tls.context().get());
        } catch (RuntimeException unavailable) {
            // The attempt to connect fails by it.
            return false;
        }
    }

    private static boolean isHttp2Offered(SslContext context) {
        return context.applicationProtocolNegotiator().protocols().contains(ApplicationProtocolNames.HTTP_2);
    }

    /**
     * Opens a connection that runs on this event loop.
     *
     * @param pool the pool of the connection
     */
    Future<PooledConnection> connect(EventLoop loop, OriginAddress origin, ConnectionOwner pool) {
        try {
            return new Attempt(loop, origin, pool).begin();
        } catch (RuntimeException | UnknownHostException failed) {
            return loop.newFailedFuture(failed);
        }
    }

    @Override
    public void close() {
        resolvers.close();
    }

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
        private final ConnectionOwner pool;
        private final Promise<PooledConnection> opened;
        private final OriginTransport transport;
        private final @Nullable SslContext context;

        Attempt(EventLoop loop, OriginAddress origin, ConnectionOwner pool) {
            this.loop = loop;
            this.origin = origin;
            this.pool = pool;
            this.opened = loop.newPromise();
            this.transport = OriginTransport.of(loop);
            this.context = origin.secure() ? tls.context().get() : null;
        }

        Future<PooledConnection> begin() throws UnknownHostException {
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

        /** Where no socket can be opened, the failure is there at once; Netty would start a thread to tell of it. */
        private void connect(List<InetSocketAddress> addresses, int index) {
            ChannelFuture connecting = new Bootstrap()
                    .group(loop)
                    .channel(transport.socketType())
                    .disableResolver()
                    .option(ChannelOption.ALLOCATOR, allocator)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, millis(settings.connectTimeout()))
                    .handler(new Initializer())
                    .connect(addresses.get(index));
            if (connecting.isDone()) {
                onConnected(connecting, addresses, index);
            } else {
                connecting.addListener((ChannelFuture done) -> onConnected(done, addresses, index));
            }
        }

        private void onConnected(ChannelFuture connected, List<InetSocketAddress> addresses, int index) {
            if (connected.isSuccess()) {
                secure(connected.channel());
            } else if (index + 1 < addresses.size()) {
                connect(addresses, index + 1);
            } else {
                opened.tryFailure(connected.cause());
            }
        }

        private void secure(Channel channel) {
            var handler = channel.pipeline().get(SslHandler.class);
            if (handler == null) {
                opened.trySuccess(channel.pipeline().get(OriginConnection.class));
                return;
            }
            handler.handshakeFuture().addListener(agreed -> {
                if (!agreed.isSuccess()) {
                    channel.close();
                    opened.tryFailure(agreed.cause());
                } else if (!isNegotiated()) {
                    opened.trySuccess(channel.pipeline().get(OriginConnection.class));
                }
            });
        }

        private boolean isNegotiated() {
            return context != null && isHttp2Offered(context);
        }

        private final class Initializer extends ChannelInitializer<Channel> {

            @Override
            protected void initChannel(Channel channel) {
                if (context != null) {
                    SslHandler handler = context.newHandler(channel.alloc(), origin.host(), origin.port());
                    handler.setHandshakeTimeoutMillis(tls.handshakeTimeout().toMillis());
                    handler.setCloseNotifyFlushTimeoutMillis(tls.closeTimeout().toMillis());
                    channel.pipeline().addLast(handler);
                }
                if (isNegotiated()) {
                    channel.pipeline().addLast(new Negotiation());
                } else {
                    addHttp1(channel);
                }
            }
        }

        private OriginConnection addHttp1(Channel channel) {
            var connection = new OriginConnection(channel, settings, pool);
            channel.pipeline()
                    .addLast(new OriginDecoder(settings.maxInitialLineLength(), settings.maxHeaderSize(), connection))
                    .addLast(connection);
            return connection;
        }

        private MultiplexedConnection addHttp2(Channel channel) {
            MultiplexedConnection connection = new MultiplexedConnectionBuilder(channel, settings, pool).build();
            channel.pipeline().addLast(connection.frameGuard()).addLast(connection);
            return connection;
        }

        /** RFC 7301: the origin selects the protocol. One that selects none speaks HTTP/1.1. */
        private final class Negotiation extends ApplicationProtocolNegotiationHandler {

            Negotiation() {
                super(ApplicationProtocolNames.HTTP_1_1);
            }

            @Override
            protected void configurePipeline(ChannelHandlerContext ctx, String protocol) {
                boolean http2 = protocol.equals(ApplicationProtocolNames.HTTP_2);
                opened.trySuccess(http2 ? addHttp2(ctx.channel()) : addHttp1(ctx.channel()));
            }

            /** The result of the handshake tells it. */
            @Override
            protected void handshakeFailure(ChannelHandlerContext ctx, Throwable cause) {
                ctx.close();
            }

            @Override
            public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                opened.tryFailure(cause);
                ctx.close();
            }

            @Override
            public void channelInactive(ChannelHandlerContext ctx) throws Exception {
                opened.tryFailure(new ClosedChannelException());
                super.channelInactive(ctx);
            }
        }
    }
}
