package dev.larder.http;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2StreamChannel;
import java.nio.charset.StandardCharsets;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** Answers requests of HTTP/2 streams that a shared cache must not process, like {@link RequestPolicyHandler} for HTTP/1.1. */
final class StreamRequestPolicy {

    /** Maximum streams that a client may have open at the same time (RFC 9113 5.1.2). */
    static final long MAX_STREAMS = 100;

    private StreamRequestPolicy() {}

    /** Refuses the request of a stream, or lets it be handled. */
    static Mono<Void> guard(Mono<Void> handled, Connection connection) {
        return connection.channel() instanceof Http2StreamChannel
                        && connection instanceof HttpServerRequest request
                        && connection instanceof HttpServerResponse response
                ? RequestHeadPolicy.refusal(new DefaultHttpRequest(
                                HttpVersion.HTTP_1_1, request.method(), request.uri(), request.requestHeaders()))
                        .map(refusal -> answer(response, refusal))
                        .orElse(handled)
                : handled;
    }

    private static Mono<Void> answer(HttpServerResponse response, RequestHeadPolicy.Refusal refusal) {
        byte[] body = ProblemJson.json(refusal.status().code(), refusal.status().reasonPhrase(), refusal.detail())
                .getBytes(StandardCharsets.UTF_8);
        return response.status(refusal.status())
                .header(HttpHeaderNames.CONTENT_TYPE, ProblemJson.MEDIA_TYPE)
                .header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length))
                .sendByteArray(Mono.just(body))
                .then();
    }
}
