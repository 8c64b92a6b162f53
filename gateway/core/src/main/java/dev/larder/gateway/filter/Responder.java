package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.Bodies;
import dev.larder.gateway.exchange.BodyGoneException;
import dev.larder.gateway.exchange.GrowingBody;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.ReadableBody;
import dev.larder.rfc9111.Answer;
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
final class Responder {

    private final LarderClock clock;

    Responder(LarderClock clock) {
        this.clock = clock;
    }

    Mono<Void> fromStore(Visit visit, StoredResponse stored, Reason reason) {
        Instant now = clock.steady();
        visit.report().hit(reason, stored.ttl(now));
        return write(visit, stored, Answer.to(visit.request(), stored, now));
    }

    /** A stored response that the origin has just made, or confirmed, for this very request. */
    Mono<Void> forwarded(Visit visit, StoredResponse stored, Reason reason) {
        visit.report().forwarded(reason);
        return write(visit, stored, Answer.to(visit.request(), stored, clock.steady()));
    }

    /** An origin's response that has no content. */
    Mono<Void> headOnly(Visit visit, ResponseHead head) {
        return HandOver.headToClient(visit.exchange(), visit.answer(), head);
    }

    /** An origin's response whose content is here. */
    Mono<Void> whole(Visit visit, ResponseHead head, ByteBuffer content) {
        return body(visit, head, content.hasRemaining() ? List.of(content) : List.of());
    }

    Mono<Void> stream(Visit visit, ResponseHead head, Flux<DataBuffer> body) {
        Flux<DataBuffer> counted = visit.counting().pieces(visit, head, body);
        return HandOver.toClient(visit.exchange(), visit.answer(), head, counted);
    }

    private Mono<Void> write(Visit visit, StoredResponse stored, Answer answer) {
        StoredBody body = stored.body();
        if (visit.isHead() || !answer.hasContent()) {
            return headOnly(visit, answer.head());
        }
        if (body instanceof ReadableBody readable) {
            return opened(visit, answer, readable);
        }
        return body instanceof GrowingBody growing
                ? whileGrowing(visit, answer, growing)
                : body(visit, answer.head(), Bodies.of(answer, body));
    }

    private static Mono<Void> opened(Visit visit, Answer answer, ReadableBody body) {
        return body.open(visit.answer()::atEnd).flatMap(opened -> {
            HandOver.head(visit.exchange(), answer.head());
            return visit.answer().content(response -> opened.writeTo(response, answer));
        });
    }

    private Mono<Void> whileGrowing(Visit visit, Answer answer, GrowingBody growing) {
        Flux<byte[]> content;
        try {
            content = Bodies.stream(
                    answer, growing.length(), (first, count) -> growing.read(first, count, visit.answer()::atEnd));
        } catch (BodyGoneException gone) {
            return Mono.error(gone);
        }
        return stream(
                visit, answer.head(), content.map(visit.exchange().getResponse().bufferFactory()::wrap));
    }

    private Mono<Void> body(Visit visit, ResponseHead head, List<ByteBuffer> content) {
        if (visit.isHead() || content.isEmpty()) {
            return headOnly(visit, head);
        }
        HandOver.head(visit.exchange(), head);
        return visit.answer().content(response -> Bodies.write(content, response));
    }
}
