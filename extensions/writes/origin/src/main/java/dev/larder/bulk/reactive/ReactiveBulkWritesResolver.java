package dev.larder.bulk.reactive;

import dev.larder.bulk.BulkWrites;
import dev.larder.bulk.content.BatchHead;
import dev.larder.bulk.content.BatchReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.reactive.BindingContext;
import org.springframework.web.reactive.result.method.HandlerMethodArgumentResolver;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Reads the request as a batch for controller methods with a parameter {@link BulkWrites}, once it has arrived. The
 * method is called on a thread that may block.
 */
public final class ReactiveBulkWritesResolver implements HandlerMethodArgumentResolver {

    private final BatchReader reader;

    /** Creates a resolver with this reader. */
    public ReactiveBulkWritesResolver(BatchReader reader) {
        this.reader = reader;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == BulkWrites.class;
    }

    @Override
    public Mono<Object> resolveArgument(MethodParameter parameter, BindingContext context, ServerWebExchange exchange) {
        Type itemType =
                ResolvableType.forMethodParameter(parameter).getGeneric(0).getType();
        return Mono.defer(() -> read(exchange.getRequest(), itemType));
    }

    private Mono<Object> read(ServerHttpRequest request, Type itemType) {
        var head = BatchHead.of(request.getHeaders(), reader.limits());
        int most = (int) Math.min(Integer.MAX_VALUE, reader.limits().bytes());
        return DataBufferUtils.join(request.getBody(), most)
                .onErrorMap(DataBufferLimitException.class, e -> reader.limits().tooManyBytes())
                .map(content -> content.asInputStream(true))
                .defaultIfEmpty(InputStream.nullInputStream())
                .publishOn(Schedulers.boundedElastic())
                .map(content -> read(head, content, itemType));
    }

    private Object read(BatchHead head, InputStream content, Type itemType) {
        try (content) {
            return reader.read(head, content, itemType);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
