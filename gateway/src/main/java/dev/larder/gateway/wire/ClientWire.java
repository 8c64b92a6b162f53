package dev.larder.gateway.wire;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import java.time.Duration;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpRequestDecoderSpec;
import reactor.netty.http.server.HttpServer;

/**
 * Puts {@link HeadDeadline}, {@link EarlyGate}, {@link ClientDecoder}, {@link ClientEncoder} and {@link RequestGate} into
 * every HTTP/1.1 connection from a client.
 */
public final class ClientWire implements NettyServerCustomizer {

    static final String GATE = "larder.requestGate";
    private static final String DEADLINE = "larder.headDeadline";
    private static final String EARLY = "larder.earlyGate";
    private static final String ENCODER = "larder.responseEncoder";

    private final Duration headDeadline;
    private final Duration contentPause;
    private final EarlyAnswers early;

    /**
     * Guards connections.
     *
     * @param headDeadline time in which a request head must arrive
     * @param contentPause longest pause between two pieces of request content
     * @param early what answers requests before the server sees them
     */
    public ClientWire(Duration headDeadline, Duration contentPause, EarlyAnswers early) {
        this.headDeadline = headDeadline;
        this.contentPause = contentPause;
        this.early = early;
    }

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((observer, channel, address) ->
                guard(channel, server.configuration().decoder()));
    }

    private void guard(Channel channel, HttpRequestDecoderSpec limits) {
        var pipeline = channel.pipeline();
        if (pipeline.get(NettyPipeline.HttpCodec) == null) {
            return;
        }
        var encoder = new ClientEncoder();
        var decoder = new ClientDecoder(decoder(limits), encoder);
        var deadline = new HeadDeadline(headDeadline, decoder);
        var gate = new RequestGate(deadline, encoder, contentPause);
        pipeline.addBefore(NettyPipeline.HttpCodec, DEADLINE, deadline);
        pipeline.replace(NettyPipeline.HttpCodec, NettyPipeline.HttpCodec, decoder);
        pipeline.addAfter(NettyPipeline.HttpCodec, ENCODER, encoder);
        pipeline.addAfter(ENCODER, GATE, gate);
        early.of(channel).ifPresent(answerer -> {
            var answering = new EarlyGate(answerer, gate, decoder, deadline);
            pipeline.addAfter(DEADLINE, EARLY, answering);
            gate.offerTo(answering);
        });
    }

    private static HttpDecoderConfig decoder(HttpRequestDecoderSpec limits) {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.maxInitialLineLength())
                .setMaxHeaderSize(limits.maxHeaderSize())
                .setInitialBufferSize(limits.initialBufferSize())
                .setAllowPartialChunks(limits.allowPartialChunks());
    }
}
