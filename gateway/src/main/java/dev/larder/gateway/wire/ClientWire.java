package dev.larder.gateway.wire;

import io.netty.channel.Channel;
import java.time.Duration;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/** Puts {@link RequestGate} and {@link HeadDeadline} into every HTTP/1.1 connection from a client. */
public final class ClientWire implements NettyServerCustomizer {

    private static final String DEADLINE = "larder.headDeadline";
    static final String GATE = "larder.requestGate";

    private final Duration headDeadline;

    /** Heads must arrive within this time. */
    public ClientWire(Duration headDeadline) {
        this.headDeadline = headDeadline;
    }

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((observer, channel, address) -> guard(channel));
    }

    private void guard(Channel channel) {
        var pipeline = channel.pipeline();
        if (pipeline.get(NettyPipeline.HttpCodec) == null) {
            return;
        }
        var deadline = new HeadDeadline(headDeadline);
        pipeline.addBefore(NettyPipeline.HttpCodec, DEADLINE, deadline);
        pipeline.addAfter(NettyPipeline.HttpCodec, GATE, new RequestGate(deadline));
    }
}
