package dev.larder.gateway.upload;

import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.message.UploadException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Request content that is kept only whole. A filter before the first of Larder may have read some of it for itself, as one does that
 * looks for a field of a form: what arrives after that looks complete, and is not what the client has sent.
 */
public final class WholeContent {

    private static final GatewayProblem READ_BEFORE = new GatewayProblem(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "The write is refused because the gateway has read its content before it could be kept.");

    private WholeContent() {}

    /**
     * Returns the content of a request; it fails if some of it was read before.
     *
     * @param refused called then
     */
    public static Flux<DataBuffer> of(ServerWebExchange exchange, Runnable refused) {
        return Flux.defer(() -> {
            var received = new AtomicLong();
            return exchange.getRequest()
                    .getBody()
                    .doOnNext(piece -> received.addAndGet(piece.readableByteCount()))
                    .onErrorMap(IllegalStateException.class, readTwice -> refusal(refused))
                    .concatWith(Mono.defer(() -> wasRead(exchange, received.get()))
                            .flatMap(read -> read ? Mono.error(refusal(refused)) : Mono.empty()));
        });
    }

    private static UploadException refusal(Runnable refused) {
        refused.run();
        return READ_BEFORE.toUploadException();
    }

    /** If no length was announced, only the fields or parts that are known without content tell that there was some. */
    private static Mono<Boolean> wasRead(ServerWebExchange exchange, long received) {
        long announced = exchange.getRequest().getHeaders().getContentLength();
        if (received > 0 || announced >= 0) {
            return Mono.just(received < announced);
        }
        return isKnown(exchange.getFormData())
                .flatMap(form -> form ? Mono.just(true) : isKnown(exchange.getMultipartData()));
    }

    private static Mono<Boolean> isKnown(Mono<? extends Map<?, ?>> fields) {
        return fields.map(known -> !known.isEmpty()).onErrorReturn(false).defaultIfEmpty(false);
    }
}
