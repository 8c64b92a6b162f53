package dev.larder.gateway.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import reactor.netty.NettyPipeline;

/**
 * A server socket that receives requests: equal octets at another one mean another request.
 *
 * @param port port of the server
 * @param scheme {@code http} or {@code https}
 */
record ServerListener(int port, String scheme) {

    /** Handlers of the server itself; any other one may observe, reject or change every request. */
    private static final Set<String> KNOWN = Set.of(
            NettyPipeline.H2MultiplexHandler,
            NettyPipeline.H2ToHttp11Codec,
            NettyPipeline.SslHandler,
            NettyPipeline.SslReader,
            NettyPipeline.HttpCodec,
            NettyPipeline.HttpTrafficHandler,
            NettyPipeline.IdleTimeoutHandler,
            NettyPipeline.ReactiveBridge);

    /**
     * Returns the listener of a connection, or of a stream's connection.
     *
     * @param server address of the server socket
     */
    static ServerListener of(InetSocketAddress server, Channel channel) {
        return new ServerListener(server.getPort(), isSecure(channel) ? "https" : "http");
    }

    /** Returns whether a connection, or a stream and its connection, have only the server's own handlers and Larder's. */
    static boolean isPlain(Channel channel) {
        return isPlain(channel.pipeline())
                && (!(channel instanceof Http2StreamChannel)
                        || isPlain(channel.parent().pipeline()));
    }

    private static boolean isPlain(ChannelPipeline pipeline) {
        for (Map.Entry<String, ChannelHandler> handler : pipeline) {
            if (!KNOWN.contains(handler.getKey())
                    && !handler.getKey().startsWith("larder.")
                    && !(handler.getValue() instanceof ChannelInitializer)) {
                return false;
            }
        }
        return true;
    }

    static boolean isSecure(Channel channel) {
        Channel connection = channel instanceof Http2StreamChannel ? channel.parent() : channel;
        return connection.pipeline().get(SslHandler.class) != null;
    }
}
