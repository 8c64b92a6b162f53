package dev.larder.rpc;

import dev.larder.gateway.exchange.MessageHeadConverter;
import io.netty.buffer.ByteBufAllocator;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Presents the response for an RPC client to the gateway's filters. */
final class RpcHttpResponse extends AbstractServerHttpResponse {

    private final RpcResponseReceiver reply;

    RpcHttpResponse(RpcResponseReceiver reply) {
        super(new NettyDataBufferFactory(ByteBufAllocator.DEFAULT));
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
