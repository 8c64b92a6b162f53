package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.BodyGoneException;
import dev.larder.gateway.exchange.GrowingBody;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.ReadableBody;
import dev.larder.gateway.exchange.StoredBodyUtils;
import dev.larder.gateway.metrics.traffic.RouteTraffic;
import dev.larder.rfc9111.ConstructedResponse;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.ResponseHead;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writes responses to clients: stored ones as the engine constructs them, the origin's as they arrive. */
final class ClientResponder {

    private final LarderClock clock;

    ClientResponder(LarderClock clock) {
        this.clock = clock;
    }

    Mono<Void> fromStore(CacheExchange cacheExchange, StoredResponse stored, Reason reason) {
        Instant now = clock.steady();
        cacheExchange.report().hit(reason, stored.ttl(now));
        return write(cacheExchange, stored, ConstructedResponse.to(cacheExchange.request(), stored, now));
    }

    /** Writes a stored response that the origin has just sent, or confirmed, for this request. */
    Mono<Void> forwarded(CacheExchange cacheExchange, StoredResponse stored, Reason reason) {
        cacheExchange.report().forwarded(reason);
        return write(cacheExchange, stored, ConstructedResponse.to(cacheExchange.request(), stored, clock.steady()));
    }

    /** Writes an origin's response without content. */
    Mono<Void> headOnly(CacheExchange cacheExchange, ResponseHead head) {
        return ResponseCommitter.headToClient(cacheExchange.exchange(), cacheExchange.answer(), head);
    }

    /** Writes an origin's response whose content has been received. */
    Mono<Void> whole(CacheExchange cacheExchange, ResponseHead head, ByteBuffer content) {
        return body(cacheExchange, head, content.hasRemaining() ? List.of(content) : List.of());
    }

    Mono<Void> stream(CacheExchange cacheExchange, ResponseHead head, Flux<DataBuffer> body) {
        Flux<DataBuffer> pieces = counted(cacheExchange, head, body);
        return ResponseCommitter.toClient(cacheExchange.exchange(), cacheExchange.answer(), head, pieces);
    }

    /** Returns the content, counted piece by piece if the head does not announce its length. */
    private static Flux<DataBuffer> counted(CacheExchange cacheExchange, ResponseHead head, Flux<DataBuffer> body) {
        RouteTraffic traffic = cacheExchange.counting().traffic();
        return !traffic.counts() || head.fields().contains("Content-Length")
                ? body
                : body.doOnNext(piece -> traffic.answered(cacheExchange.report().result(), piece.readableByteCount()));
    }

    private Mono<Void> write(CacheExchange cacheExchange, StoredResponse stored, ConstructedResponse answer) {
        StoredBody body = stored.body();
        if (cacheExchange.isHead() || !answer.hasContent()) {
            return headOnly(cacheExchange, answer.head());
        }
        if (body instanceof ReadableBody readable) {
            return opened(cacheExchange, answer, readable);
        }
        return body instanceof GrowingBody growing
                ? whileGrowing(cacheExchange, answer, growing)
                : body(cacheExchange, answer.head(), StoredBodyUtils.of(answer, body));
    }

    private static Mono<Void> opened(CacheExchange cacheExchange, ConstructedResponse answer, ReadableBody body) {
        return body.open(cacheExchange.answer()::atEnd).flatMap(opened -> {
            ResponseCommitter.head(cacheExchange.exchange(), answer.head());
            return cacheExchange.answer().content(response -> opened.writeTo(response, answer));
        });
    }

    private Mono<Void> whileGrowing(CacheExchange cacheExchange, ConstructedResponse answer, GrowingBody growing) {
        Flux<byte[]> content;
        try {
            content = StoredBodyUtils.stream(
                    answer,
                    growing.length(),
                    (first, count) -> growing.read(first, count, cacheExchange.answer()::atEnd));
        } catch (BodyGoneException gone) {
            return Mono.error(gone);
        }
        return stream(
                cacheExchange,
                answer.head(),
                content.map(cacheExchange.exchange().getResponse().bufferFactory()::wrap));
    }

    private Mono<Void> body(CacheExchange cacheExchange, ResponseHead head, List<ByteBuffer> content) {
        if (cacheExchange.isHead() || content.isEmpty()) {
            return headOnly(cacheExchange, head);
        }
        ResponseCommitter.head(cacheExchange.exchange(), head);
        return cacheExchange.answer().content(response -> StoredBodyUtils.write(content, response));
    }
}
