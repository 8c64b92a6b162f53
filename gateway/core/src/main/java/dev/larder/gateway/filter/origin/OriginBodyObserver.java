package dev.larder.gateway.filter.origin;

import dev.larder.http.MessageEnd;
import dev.larder.http.WatchedMessageEnd;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Observes the body of an origin's response on its way to the client, without changing it. */
public final class OriginBodyObserver {

    private OriginBodyObserver() {}

    /** Receives the pieces of a body. Must not throw. */
    public interface Listener {

        /** Called with a piece, which is valid only during the call. */
        void piece(ByteBuffer piece);

        /**
         * Called when there is no more; not called if the client has left.
         *
         * @param whole whether the body ended properly
         */
        void ended(boolean whole);
    }

    /** Observes the body that a filter chain has left on its connection to be written later; false if there is none. */
    public static boolean observeConnection(ServerWebExchange exchange, Listener listener) {
        return TransformedConnection.transformBody(exchange, connection -> {
            Optional<MessageEnd> end = WatchedMessageEnd.of(connection);
            return body -> body.doOnNext(piece -> listener.piece(piece.nioBuffer()))
                    .doOnComplete(() -> listener.ended(
                            end.map(MessageEnd::isMessageComplete).orElse(true)));
        });
    }

    /** Returns an exchange for a filter chain that writes the body itself, which is then observed. */
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

        /** A single buffer stays single: its length becomes that of the message (Content-Length). */
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
