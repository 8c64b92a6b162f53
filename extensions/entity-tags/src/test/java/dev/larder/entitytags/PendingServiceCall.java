package dev.larder.entitytags;

import dev.larder.gateway.message.MessageHeadConverter;
import dev.larder.rfc9111.HeaderFields;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.MonoSink;

/** A request that has reached the service and waits for its answer. */
final class PendingServiceCall {

    private final ServerWebExchange exchange;
    private final MonoSink<Void> end;

    PendingServiceCall(ServerWebExchange exchange, MonoSink<Void> end) {
        this.exchange = exchange;
        this.end = end;
    }

    /** What the service was asked with. */
    HeaderFields fields() {
        return MessageHeadConverter.fields(exchange.getRequest().getHeaders());
    }

    /** Answers with these pieces of content. */
    void answer(int status, String content, String... fields) {
        stream(status, content.isEmpty() ? Flux.empty() : Flux.just(content), fields);
    }

    /** Answers with content that comes piece by piece. */
    void stream(int status, Flux<String> content, String... fields) {
        ServerHttpResponse response = exchange.getResponse();
        response.setRawStatusCode(status);
        MessageHeadConverter.write(HeaderFields.of(fields), response.getHeaders());
        DataBufferFactory buffers = response.bufferFactory();
        Flux<DataBuffer> body = content.map(piece -> buffers.wrap(piece.getBytes(StandardCharsets.ISO_8859_1)));
        response.writeWith(body).subscribe(nothing -> {}, end::error, end::success);
    }

    /** Breaks off. */
    void fail(Throwable error) {
        end.error(error);
    }

    @Override
    public String toString() {
        return exchange.getRequest().getMethod() + " "
                + Arrays.asList(exchange.getRequest().getURI());
    }
}
