package dev.larder.rpc;

import dev.larder.gateway.message.MessageHeadConverter;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Presents the response for an RPC client to the gateway's filters. */
final class RpcHttpResponse extends AbstractServerHttpResponse {

    private final RpcResponseReceiver reply;

    /** Spring's writer keeps what is emitted as a client leaves, and nobody asks for it again: its buffers must need no release. */
    RpcHttpResponse(RpcResponseReceiver reply) {
        super(DefaultDataBufferFactory.sharedInstance);
        this.reply = reply;
    }

    @Override
    protected Mono<Void> writeWithInternal(Publisher<? extends DataBuffer> body) {
        return reply.content(Flux.from(body));
    }

    @Override
    protected Mono<Void> writeAndFlushWithInternal(Publisher<? extends Publisher<? extends DataBuffer>> body) {
        return reply.content(Flux.from(body).concatMap(Flux::from, 1));
    }

    @Override
    protected void applyStatusCode() {}

    @Override
    protected void applyHeaders() {}

    /** Completes the head. */
    @Override
    protected void applyCookies() {
        MessageHeadConverter.writeCookies(this);
        HttpStatusCode status = getStatusCode();
        reply.head(status == null ? 200 : status.value(), getHeaders());
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Spring's signature
    public <T> T getNativeResponse() {
        return (T) reply;
    }
}
