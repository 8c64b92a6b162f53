package dev.larder.gateway.wire;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import java.time.Duration;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpRequestDecoderSpec;
import reactor.netty.http.server.HttpServer;

/**
 * Puts {@link HeadDeadline}, {@link ClientDecoder}, {@link ClientEncoder} and {@link RequestGate} into every HTTP/1.1
 * connection from a client.
 */
public final class ClientWire implements NettyServerCustomizer {

    static final String GATE = "larder.requestGate";
    private static final String DEADLINE = "larder.headDeadline";
    private static final String ENCODER = "larder.responseEncoder";

    private final Duration headDeadline;
    private final Duration contentPause;

    /**
     * Guards connections.
     *
     * @param headDeadline time in which a request head must arrive
     * @param contentPause longest pause between two pieces of request content
     */
    public ClientWire(Duration headDeadline, Duration contentPause) {
        this.headDeadline = headDeadline;
        this.contentPause = contentPause;
    }

    @Override
    public HttpServer apply(HttpServer server) {
        return server.readTimeout(contentPause)
                .doOnChannelInit((observer, channel, address) ->
                        guard(channel, server.configuration().decoder()));
    }

    private void guard(Channel channel, HttpRequestDecoderSpec limits) {
        var pipeline = channel.pipeline();
        if (pipeline.get(NettyPipeline.HttpCodec) == null) {
            return;
        }
        var deadline = new HeadDeadline(headDeadline);
        var encoder = new ClientEncoder();
        pipeline.addBefore(NettyPipeline.HttpCodec, DEADLINE, deadline);
        pipeline.replace(NettyPipeline.HttpCodec, NettyPipeline.HttpCodec, new ClientDecoder(decoder(limits), encoder));
        pipeline.addAfter(NettyPipeline.HttpCodec, ENCODER, encoder);
        pipeline.addAfter(ENCODER, GATE, new RequestGate(deadline));
    }

    private static HttpDecoderConfig decoder(HttpRequestDecoderSpec limits) {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.maxInitialLineLength())
                .setMaxHeaderSize(limits.maxHeaderSize())
                .setInitialBufferSize(limits.initialBufferSize())
                .setAllowPartialChunks(limits.allowPartialChunks());
    }
}
