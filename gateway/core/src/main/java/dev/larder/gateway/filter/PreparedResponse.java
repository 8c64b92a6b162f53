package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.MessageHeadConverter;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * The answer to one request between {@link CacheFilter}, which puts its head into the response, and {@link PreparedResponseWriter},
 * which writes its content: in between, the route's other filters may still change the head.
 */
final class PreparedResponse {

    private static final String ATTRIBUTE = PreparedResponse.class.getName();

    private final Queue<Runnable> atEnd = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;
    private volatile Function<ServerHttpResponse, Mono<Void>> content = response -> Mono.empty();
    private volatile Function<Throwable, Mono<Void>> failure = Mono::error;

    /** The answer being prepared for this request; empty where no cache is at work. */
    static Optional<PreparedResponse> of(ServerWebExchange exchange) {
        return Optional.ofNullable(exchange.getAttribute(ATTRIBUTE));
    }

    /** A new one for this request; one of an attempt before it is over, and its head is taken back. */
    static PreparedResponse begin(ServerWebExchange exchange) {
        MessageHeadConverter.noteBeforeAttempts(exchange);
        of(exchange).ifPresent(before -> {
            before.end();
            MessageHeadConverter.takeBack(exchange);
        });
        var answer = new PreparedResponse();
        exchange.getAttributes().put(ATTRIBUTE, answer);
        return answer;
    }

    /** The answer being prepared for this request, by now at least. */
    static PreparedResponse at(ServerWebExchange exchange) {
        return of(exchange).orElseGet(() -> begin(exchange));
    }

    /** Whether this is the one that will be written. */
    boolean isCurrent(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE) == this;
    }

    /** The head is in the response; this is how the content is written. */
    Mono<Void> content(Function<ServerHttpResponse, Mono<Void>> write) {
        content = write;
        return Mono.empty();
    }

    /** What prepares another answer if writing fails before the head is out. */
    void onFailure(Function<Throwable, Mono<Void>> prepareAnother) {
        failure = prepareAnother;
    }

    /** Prepares another answer instead, as far as there is one. */
    Mono<Void> failed(Throwable error) {
        return failure.apply(error);
    }

    /** To be run when the request is over, however it ends; at once if it is over by now. */
    void atEnd(Runnable action) {
        atEnd.add(action);
        if (ended) {
            end();
        }
    }

    Mono<Void> writeTo(ServerHttpResponse response) {
        return Mono.defer(() -> content.apply(response))
                .onErrorResume(error -> failed(error).then(Mono.defer(() -> content.apply(response))));
    }

    void end() {
        ended = true;
        for (Runnable action = atEnd.poll(); action != null; action = atEnd.poll()) {
            action.run();
        }
    }
}
