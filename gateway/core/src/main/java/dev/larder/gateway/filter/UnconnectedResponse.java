package dev.larder.gateway.filter;

import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A response without a connection, as in tests that are bound to the application context: it is complete for its writer before
 * anybody has read its content, so the end of the content is waited for.
 */
final class UnconnectedResponse extends ServerHttpResponseDecorator {

    private final Sinks.Empty<Void> read = Sinks.empty();

    UnconnectedResponse(ServerHttpResponse response) {
        super(response);
    }

    @Override
    public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
        return super.writeWith(Flux.from(body).doFinally(how -> read.tryEmitEmpty()))
                .then(read.asMono());
    }

    @Override
    public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
        return super.writeAndFlushWith(Flux.from(body).doFinally(how -> read.tryEmitEmpty()))
                .then(read.asMono());
    }
}
