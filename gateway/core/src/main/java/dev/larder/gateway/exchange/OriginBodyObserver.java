package dev.larder.gateway.exchange;

import dev.larder.http.MessageEnd;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Lets somebody see the body of an origin's response on its way to the client, which is as it would be without. */
public final class OriginBodyObserver {

    private OriginBodyObserver() {}

    /** Sees a body. What it throws is its own fault: it must not. */
    public interface Listener {

        /** A piece of it, to be read now. */
        void piece(ByteBuffer piece);

        /**
         * There is no more. Not told if the client has left.
         *
         * @param whole whether that was its end
         */
        void ended(boolean whole);
    }

    /** Taps the body that a filter chain has left on its connection for whoever writes the response; false if there is none. */
    public static boolean onConnection(ServerWebExchange exchange, Listener listener) {
        return TransformedConnection.onConnection(exchange, connection -> {
            Optional<MessageEnd> end = MessageEnd.of(connection.channel());
            return body -> body.doOnNext(piece -> listener.piece(piece.nioBuffer()))
                    .doOnComplete(
                            () -> listener.ended(end.map(MessageEnd::whole).orElse(true)));
        });
    }

    /** Taps the body that a filter chain writes itself: the exchange is for that chain. */
    public static ServerWebExchange onWrites(ServerWebExchange exchange, Listener listener) {
        return exchange.mutate()
                .response(new TappedResponse(exchange.getResponse(), listener))
                .build();
    }

    private static final class TappedResponse extends ServerHttpResponseDecorator {

        private final Listener listener;

        TappedResponse(ServerHttpResponse response, Listener listener) {
            super(response);
            this.listener = listener;
        }

        /** One buffer stays one: its length is that of the message (Content-Length). */
        @Override
        public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
            return body instanceof Mono
                    ? super.writeWith(
                            Mono.<DataBuffer>from(body).doOnNext(this::told).doOnSuccess(last -> ended()))
                    : super.writeWith(
                            Flux.<DataBuffer>from(body).doOnNext(this::told).doOnComplete(this::ended));
        }

        @Override
        public Mono<Void> writeAndFlushWith(Publisher<? extends Publisher<? extends DataBuffer>> body) {
            return super.writeAndFlushWith(Flux.from(body)
                    .map(pieces -> Flux.<DataBuffer>from(pieces).doOnNext(this::told))
                    .doOnComplete(this::ended));
        }

        @Override
        public Mono<Void> setComplete() {
            return super.setComplete().doOnSuccess(done -> ended());
        }

        private void told(DataBuffer piece) {
            try (var buffers = piece.readableByteBuffers()) {
                buffers.forEachRemaining(listener::piece);
            }
        }

        private void ended() {
            listener.ended(true);
        }
    }
}
