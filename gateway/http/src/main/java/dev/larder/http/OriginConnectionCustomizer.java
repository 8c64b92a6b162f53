package dev.larder.http;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpRequestEncoder;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.NettyPipeline;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpResponseDecoderSpec;

/**
 * Adds {@link ResponseBoundary} and {@link OriginDecoder} to every HTTP/1.1 connection to an origin, and reports the
 * progress of each request to {@link SendProgress}.
 */
public final class OriginConnectionCustomizer implements UnaryOperator<HttpClient> {

    private static final String ENCODER = "larder.requestEncoder";
    private static final String BOUNDARY = "larder.responseBoundary";

    @Override
    public HttpClient apply(HttpClient client) {
        // Other customizers may follow this one: what is configured is known when a connection is asked for.
        var limits = new AtomicReference<>(client.configuration().decoder());
        return client.mapConnect(OriginConnectionCustomizer::told)
                .doOnConnect(config -> limits.set(config.decoder()))
                .doOnChannelInit((observer, channel, address) -> watch(channel, Objects.requireNonNull(limits.get())))
                .doOnRequest((request, connection) -> {
                    // Where TLS negotiates the protocol, the codec is not there before; each stream of HTTP/2 has its
                    // own.
                    watch(connection.channel(), Objects.requireNonNull(limits.get()));
                    SendProgress.of(request.currentContextView()).sending();
                    InterimResponseRelay.bind(connection.channel(), request.currentContextView());
                    SentRequest.sending(request.currentContextView(), request.requestHeaders(), connection.channel());
                })
                .doOnResponse((response, connection) -> SentRequest.arrived(response.currentContextView(), connection));
    }

    private static Mono<? extends Connection> told(Mono<? extends Connection> connect) {
        return Mono.deferContextual(context -> {
            SendProgress.of(context).connecting();
            return connect;
        });
    }

    private static void watch(Channel channel, HttpResponseDecoderSpec limits) {
        var pipeline = channel.pipeline();
        if (!(pipeline.get(NettyPipeline.HttpCodec) instanceof HttpClientCodec)) {
            return;
        }
        var boundary = new ResponseBoundary();
        pipeline.replace(
                NettyPipeline.HttpCodec,
                NettyPipeline.HttpCodec,
                new OriginDecoder(ClientDecoder.strict(limits), boundary));
        pipeline.addAfter(NettyPipeline.HttpCodec, ENCODER, new HttpRequestEncoder());
        pipeline.addAfter(ENCODER, BOUNDARY, boundary);
    }
}
