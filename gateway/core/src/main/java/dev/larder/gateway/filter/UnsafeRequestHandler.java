package dev.larder.gateway.filter;

import dev.larder.cache.spi.CacheTag;
import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.ResourceTags;
import dev.larder.rfc9111.RequestHead;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Answers unsafe requests in place of the origin: an extension point of the cache. */
public interface UnsafeRequestHandler {

    /** Methods of requests that may be offered to a handler. */
    Set<String> METHODS = Set.of("POST", "PUT", "PATCH");

    /** Leaves every request to the origin. */
    UnsafeRequestHandler NONE = (request, tags) -> Optional.empty();

    /**
     * Returns what answers this request in place of the origin; empty if the origin does. None of its content has been read.
     *
     * @param request the request as it would be forwarded
     * @param tags tags that it invalidates, and its rule
     */
    Optional<Takeover> takeover(RequestHead request, ResourceTags tags);

    /**
     * Returns whether requests taken over under this rule can be delivered to the route's destination.
     *
     * @param scheme scheme of the route's URI; null if it has none
     */
    default boolean canDeliver(RequestRule rule, String method, @Nullable String scheme) {
        return true;
    }

    /** Answers one request in place of the origin. */
    @FunctionalInterface
    interface Takeover {

        /**
         * Takes the request over, or declines it.
         *
         * @param client the request as it was received
         * @param content content of the request
         */
        Mono<Answer> answer(ServerHttpRequest client, Flux<DataBuffer> content, Sent sent);
    }

    /**
     * What is known of a request beside its head.
     *
     * @param sender what tells its sender from others beside the credentials in its fields
     * @param asked the URI that the client requested
     * @param tags tags that it invalidates, with those of what is stored for its target
     * @param scheme scheme of the route's URI, {@code lb} for a load balancer; null if it has none
     */
    record Sent(
            String sender,
            URI asked,
            Set<CacheTag> tags,
            @Nullable String scheme) {

        public Sent {
            tags = Set.copyOf(tags);
        }
    }

    /** The response to a request that is not forwarded to the origin now. */
    sealed interface Answer {

        /**
         * The request is taken over, and survives a failure of this gateway.
         *
         * @param head sets the status and the header fields of the response
         */
        record Acknowledged(Consumer<ServerHttpResponse> head) implements Answer {}

        /** The request is refused and not forwarded. */
        record Declined(GatewayProblem problem) implements Answer {}
    }
}
