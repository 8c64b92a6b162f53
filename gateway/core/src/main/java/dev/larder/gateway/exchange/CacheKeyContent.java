package dev.larder.gateway.exchange;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Request content that is part of a cache key: read once, and sent to the origin as often as it is asked. */
public final class CacheKeyContent {

    private static final String ATTRIBUTE = CacheKeyContent.class.getName();

    private CacheKeyContent() {}

    /**
     * Reads the content of a request whose length is known to be within bounds, or not known.
     *
     * @param most bytes
     * @return the content; fails with {@link org.springframework.core.io.buffer.DataBufferLimitException} if there is more
     */
    public static Mono<byte[]> read(ServerHttpRequest request, int most) {
        return DataBufferUtils.join(request.getBody(), most)
                .map(OriginResponseStream::copy)
                .defaultIfEmpty(new byte[0]);
    }

    /** The exchange with this content in its request, to be read any number of times. */
    public static ServerWebExchange with(ServerWebExchange exchange, byte[] content) {
        byte[] copy = Arrays.copyOf(content, content.length);
        exchange.getAttributes().put(ATTRIBUTE, copy);
        return replaced(exchange, () -> flux(copy, exchange.getResponse().bufferFactory()));
    }

    /** The exchange with other content in its request. */
    static ServerWebExchange replaced(ServerWebExchange exchange, Supplier<Flux<DataBuffer>> content) {
        var request = new ServerHttpRequestDecorator(exchange.getRequest()) {
            @Override
            public Flux<DataBuffer> getBody() {
                return content.get();
            }
        };
        return exchange.mutate().request(request).build();
    }

    /** The content that was read for this exchange; nothing if none was. */
    static Flux<DataBuffer> of(ServerWebExchange exchange) {
        return Optional.<byte[]>ofNullable(exchange.getAttribute(ATTRIBUTE))
                .map(content -> flux(content, exchange.getResponse().bufferFactory()))
                .orElseGet(Flux::empty);
    }

    /** This content, however often. */
    static Flux<DataBuffer> flux(byte[] content, DataBufferFactory buffers) {
        return content.length == 0 ? Flux.empty() : Flux.defer(() -> Flux.just(buffers.wrap(content)));
    }
}
