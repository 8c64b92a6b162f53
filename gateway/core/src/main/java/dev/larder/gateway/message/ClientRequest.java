package dev.larder.gateway.message;

import io.netty.handler.codec.http.HttpVersion;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.netty.http.server.HttpServerRequest;

/** The server's own request behind that of an exchange. */
public final class ClientRequest {

    private ClientRequest() {}

    /**
     * Returns the request of the server that received it, without decorators; where there is no server, as in tests that are bound
     * to the application context, the innermost request of Spring itself, about whose connection nothing is known.
     */
    public static Object of(ServerHttpRequest request) {
        ServerHttpRequest innermost = request;
        while (innermost instanceof ServerHttpRequestDecorator decorator) {
            innermost = decorator.getDelegate();
        }
        if (!(innermost instanceof AbstractServerHttpRequest received)) {
            return innermost;
        }
        try {
            return received.getNativeRequest();
        } catch (IllegalStateException noServer) {
            return innermost;
        }
    }

    /** Returns the same of an exchange. */
    public static Object of(ServerWebExchange exchange) {
        return of(exchange.getRequest());
    }

    /** Returns whether there is no server whose connection the response is written to. */
    public static boolean isUnconnected(ServerWebExchange exchange) {
        return of(exchange) instanceof ServerHttpRequest;
    }

    /** Returns whether a server has received the request of an exchange by HTTP/1.1 or later. */
    public static boolean isFromHttp11On(ServerWebExchange exchange) {
        return of(exchange) instanceof HttpServerRequest received
                && !received.version().equals(HttpVersion.HTTP_1_0);
    }

    /**
     * Returns work for a request, with an action at its end, or when nobody waits for it any more. Filters of a route that repeat, such
     * as Retry, cancel also what is complete, from within its completion: {@code doFinally} alone would call that cancelled.
     */
    public static <T> Mono<T> whenOver(Mono<T> work, Consumer<SignalType> action) {
        return Mono.defer(() -> {
            var first = new AtomicReference<@Nullable SignalType>();
            return work.doOnSuccess(result -> first.set(SignalType.ON_COMPLETE))
                    .doOnError(error -> first.set(SignalType.ON_ERROR))
                    .doFinally(signal -> {
                        SignalType ended = first.get();
                        action.accept(ended == null ? signal : ended);
                    });
        });
    }
}
