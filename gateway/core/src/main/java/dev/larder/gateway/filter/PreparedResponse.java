package dev.larder.gateway.filter;

import dev.larder.gateway.message.ClientRequest;
import dev.larder.gateway.message.MessageHeadConverter;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * The response to one request between {@link CacheFilter}, which sets its head, and {@link PreparedResponseWriter}, which writes
 * its content: in between, the route's other filters may still change the head.
 */
final class PreparedResponse {

    private static final String ATTRIBUTE = PreparedResponse.class.getName();

    private final Queue<Runnable> atEnd = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;
    private volatile int status;
    private volatile Function<ServerHttpResponse, Mono<Void>> content = response -> Mono.empty();
    private volatile Function<Throwable, Mono<Void>> failure = Mono::error;

    /** Returns the response being prepared for this request; empty if no cache is involved. */
    static Optional<PreparedResponse> of(ServerWebExchange exchange) {
        return Optional.ofNullable(exchange.getAttribute(ATTRIBUTE));
    }

    /** Begins a new response; ends that of an earlier attempt and removes its head. */
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

    /** Returns the response being prepared for this request; begins one if there is none. */
    static PreparedResponse at(ServerWebExchange exchange) {
        return of(exchange).orElseGet(() -> begin(exchange));
    }

    /** Returns whether this response is the one to be written. */
    boolean isCurrent(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE) == this;
    }

    /** Sets how the content is written; the head has been set. */
    Mono<Void> content(Function<ServerHttpResponse, Mono<Void>> write) {
        content = write;
        return Mono.empty();
    }

    /** Records the status that was prepared, before other filters of the route change it. */
    void answered(@Nullable HttpStatusCode prepared) {
        status = prepared == null ? 0 : prepared.value();
    }

    /** Returns the status that was prepared; 0 if there was none: a fallback, or an error handler, has answered. */
    int status() {
        return status;
    }

    /** Takes everything back that was prepared. */
    void unanswered(ServerWebExchange exchange) {
        MessageHeadConverter.takeBack(exchange);
        exchange.getResponse().setStatusCode(null);
        content = response -> Mono.empty();
        status = 0;
    }

    /** Sets what prepares another response if writing fails before the head is sent. */
    void onFailure(Function<Throwable, Mono<Void>> prepareAnother) {
        failure = prepareAnother;
    }

    /** Prepares another response instead, if possible. */
    Mono<Void> failed(Throwable error) {
        return failure.apply(error);
    }

    /** Adds an action to be run when the request is over, however it ends; at once if it is over. */
    void atEnd(Runnable action) {
        atEnd.add(action);
        if (ended) {
            end();
        }
    }

    /** Writes the content, unless another handler has answered in place of what was prepared. */
    Mono<Void> writeTo(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        if (response.isCommitted()) {
            return Mono.empty();
        }
        return write(ClientRequest.isUnconnected(exchange) ? new UnconnectedResponse(response) : response);
    }

    private Mono<Void> write(ServerHttpResponse response) {
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
