package dev.larder.gateway.upload;

import dev.larder.gateway.message.GatewayProblem;
import dev.larder.gateway.message.ReplacedExchange;
import dev.larder.gateway.message.UploadException;
import java.util.Arrays;
import java.util.function.Supplier;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Request content that is part of a cache key. It is read once and can be sent to the origin repeatedly. */
public final class CacheKeyContent {

    private static final String ATTRIBUTE = CacheKeyContent.class.getName();

    private CacheKeyContent() {}

    /**
     * Reads the content of a request whose length is known to be within the limit, or unknown.
     *
     * @param most maximum size in bytes
     * @return the content; fails with an {@link UploadException} if it is larger
     */
    public static Mono<byte[]> read(ServerHttpRequest request, int most) {
        return DataBufferUtils.join(request.getBody(), most)
                .onErrorMap(DataBufferLimitException.class, larger -> GatewayProblem.ENDLESS.toUploadException())
                .map(CacheKeyContent::copy)
                .defaultIfEmpty(new byte[0]);
    }

    /** Returns the exchange with a request that has this content, which can be read repeatedly. */
    public static ServerWebExchange with(ServerWebExchange exchange, byte[] content) {
        Flux<DataBuffer> copy = flux(
                Arrays.copyOf(content, content.length), exchange.getResponse().bufferFactory());
        exchange.getAttributes().put(ATTRIBUTE, copy);
        return replaced(exchange, () -> copy);
    }

    /** Returns the exchange with a request that has other content. */
    static ServerWebExchange replaced(ServerWebExchange exchange, Supplier<Flux<DataBuffer>> content) {
        var request = new ServerHttpRequestDecorator(exchange.getRequest()) {
            @Override
            public Flux<DataBuffer> getBody() {
                return content.get();
            }
        };
        return new ReplacedExchange(exchange, request, exchange.getResponse());
    }

    /** Returns whether content was read for this exchange, be it empty. */
    static boolean isIn(ServerWebExchange exchange) {
        return exchange.getAttributes().containsKey(ATTRIBUTE);
    }

    /** Returns the content that was read for this exchange, always the same instance; empty if none was. */
    public static Flux<DataBuffer> of(ServerWebExchange exchange) {
        return exchange.getAttributeOrDefault(ATTRIBUTE, Flux.empty());
    }

    /** Returns a body with this content that can be subscribed to repeatedly. */
    static Flux<DataBuffer> flux(byte[] content, DataBufferFactory buffers) {
        return content.length == 0 ? Flux.empty() : Flux.defer(() -> Flux.just(buffers.wrap(content)));
    }

    /** Copies the octets of a buffer and releases it. */
    public static byte[] copy(DataBuffer buffer) {
        try {
            byte[] bytes = new byte[buffer.readableByteCount()];
            buffer.read(bytes);
            return bytes;
        } finally {
            DataBufferUtils.release(buffer);
        }
    }
}
