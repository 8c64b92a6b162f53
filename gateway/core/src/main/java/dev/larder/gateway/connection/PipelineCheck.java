package dev.larder.gateway.connection;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;
import java.util.Map;
import java.util.Set;
import reactor.netty.NettyPipeline;

/** Checks a server's pipelines for unknown handlers, which may observe, reject or change every request. */
final class PipelineCheck {

    private static final Set<String> KNOWN = Set.of(
            NettyPipeline.SslHandler,
            NettyPipeline.SslReader,
            NettyPipeline.HttpCodec,
            NettyPipeline.HttpTrafficHandler,
            NettyPipeline.IdleTimeoutHandler,
            NettyPipeline.ReactiveBridge);

    private PipelineCheck() {}

    /** Returns whether it contains only the server's own codec, its connection handlers, and Larder's. */
    static boolean isPlain(ChannelPipeline pipeline) {
        for (Map.Entry<String, ChannelHandler> handler : pipeline) {
            if (!KNOWN.contains(handler.getKey())
                    && !handler.getKey().startsWith("larder.")
                    && !(handler.getValue() instanceof ChannelInitializer)) {
                return false;
            }
        }
        return true;
    }

    static boolean isSecure(ChannelPipeline pipeline) {
        return pipeline.get(SslHandler.class) != null;
    }
}
