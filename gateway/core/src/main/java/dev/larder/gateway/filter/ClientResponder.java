package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.BodyGoneException;
import dev.larder.gateway.exchange.GrowingBody;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.ReadableBody;
import dev.larder.gateway.exchange.StoredBodyUtils;
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

/** Writes responses to clients: stored ones by the answer the engine gives, origin's ones as they stream in. */
final class ClientResponder {

    private final LarderClock clock;

    ClientResponder(LarderClock clock) {
        this.clock = clock;
    }

    Mono<Void> fromStore(CacheExchange visit, StoredResponse stored, Reason reason) {
        Instant now = clock.steady();
        visit.report().hit(reason, stored.ttl(now));
        return write(visit, stored, ConstructedResponse.to(visit.request(), stored, now));
    }

    /** A stored response that the origin has just made, or confirmed, for this very request. */
    Mono<Void> forwarded(CacheExchange visit, StoredResponse stored, Reason reason) {
        visit.report().forwarded(reason);
        return write(visit, stored, ConstructedResponse.to(visit.request(), stored, clock.steady()));
    }

    /** An origin's response that has no content. */
    Mono<Void> headOnly(CacheExchange visit, ResponseHead head) {
        return ResponseCommitter.headToClient(visit.exchange(), visit.answer(), head);
    }

    /** An origin's response whose content is here. */
    Mono<Void> whole(CacheExchange visit, ResponseHead head, ByteBuffer content) {
        return body(visit, head, content.hasRemaining() ? List.of(content) : List.of());
    }

    Mono<Void> stream(CacheExchange visit, ResponseHead head, Flux<DataBuffer> body) {
        Flux<DataBuffer> counted = visit.counting().pieces(visit, head, body);
        return ResponseCommitter.toClient(visit.exchange(), visit.answer(), head, counted);
    }

    private Mono<Void> write(CacheExchange visit, StoredResponse stored, ConstructedResponse answer) {
        StoredBody body = stored.body();
        if (visit.isHead() || !answer.hasContent()) {
            return headOnly(visit, answer.head());
        }
        if (body instanceof ReadableBody readable) {
            return opened(visit, answer, readable);
        }
        return body instanceof GrowingBody growing
                ? whileGrowing(visit, answer, growing)
                : body(visit, answer.head(), StoredBodyUtils.of(answer, body));
    }

    private static Mono<Void> opened(CacheExchange visit, ConstructedResponse answer, ReadableBody body) {
        return body.open(visit.answer()::atEnd).flatMap(opened -> {
            ResponseCommitter.head(visit.exchange(), answer.head());
            return visit.answer().content(response -> opened.writeTo(response, answer));
        });
    }

    private Mono<Void> whileGrowing(CacheExchange visit, ConstructedResponse answer, GrowingBody growing) {
        Flux<byte[]> content;
        try {
            content = StoredBodyUtils.stream(
                    answer, growing.length(), (first, count) -> growing.read(first, count, visit.answer()::atEnd));
        } catch (BodyGoneException gone) {
            return Mono.error(gone);
        }
        return stream(
                visit, answer.head(), content.map(visit.exchange().getResponse().bufferFactory()::wrap));
    }

    private Mono<Void> body(CacheExchange visit, ResponseHead head, List<ByteBuffer> content) {
        if (visit.isHead() || content.isEmpty()) {
            return headOnly(visit, head);
        }
        ResponseCommitter.head(visit.exchange(), head);
        return visit.answer().content(response -> StoredBodyUtils.write(content, response));
    }
}
