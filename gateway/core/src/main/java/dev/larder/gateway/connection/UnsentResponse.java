package dev.larder.gateway.connection;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import org.springframework.http.support.Netty4HeadersAdapter;
import reactor.core.publisher.Mono;

/** The response of a {@link HeadOnlyWebExchange}, which is never sent. Its header fields are kept as those of the server's responses. */
final class UnsentResponse extends AbstractServerHttpResponse {

    UnsentResponse() {
        super(
                DefaultDataBufferFactory.sharedInstance,
                new HttpHeaders(new Netty4HeadersAdapter(new DefaultHttpHeaders())));
    }

    @Override
    protected Mono<Void> writeWithInternal(Publisher<? extends DataBuffer> body) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected Mono<Void> writeAndFlushWithInternal(Publisher<? extends Publisher<? extends DataBuffer>> body) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void applyStatusCode() {}

    @Override
    protected void applyHeaders() {}

    @Override
    protected void applyCookies() {}

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // the signature is Spring's
    public <T> T getNativeResponse() {
        throw new UnsupportedOperationException();
    }
}
