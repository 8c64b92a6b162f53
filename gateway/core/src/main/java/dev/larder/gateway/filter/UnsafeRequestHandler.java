package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.GatewayProblem;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.rfc9111.RequestHead;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Answers unsafe requests in place of their origin: an extension point of the cache. */
public interface UnsafeRequestHandler {

    /** Methods of the requests that a handler may be asked for. */
    Set<String> METHODS = Set.of("POST", "PUT", "PATCH");

    /** Leaves every request to its origin. */
    UnsafeRequestHandler NONE = (request, tags) -> Optional.empty();

    /**
     * What answers this request in place of its origin; empty if the origin does. Nothing of its content has been read.
     *
     * @param request as it would be forwarded
     * @param tags what it makes wrong, and its rule
     */
    Optional<Takeover> takeover(RequestHead request, ResourceTags tags);

    /**
     * Whether what is taken over under this rule gets to where a route leads.
     *
     * @param scheme of the route's URI; null if it has none
     */
    default boolean reaches(RequestRule rule, String method, @Nullable String scheme) {
        return true;
    }

    /** Answers one request in place of its origin. */
    @FunctionalInterface
    interface Takeover {

        /**
         * Takes the request over, or declines it.
         *
         * @param client the request as it was received
         * @param content of the request
         * @param scheme of the URI that the route leads to, {@code lb} where a load balancer chooses; null if it has none
         */
        Mono<Answer> answer(ServerHttpRequest client, Flux<DataBuffer> content, @Nullable String scheme);
    }

    /** The answer to a request that its origin does not get now. */
    sealed interface Answer {

        /**
         * The request is taken over, whatever becomes of this gateway.
         *
         * @param head puts the status and the header fields into the response
         */
        record Acknowledged(Consumer<ServerHttpResponse> head) implements Answer {}

        /** The request is refused; its origin does not get it. */
        record Declined(GatewayProblem problem) implements Answer {}
    }
}
