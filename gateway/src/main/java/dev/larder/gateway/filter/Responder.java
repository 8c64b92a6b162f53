package dev.larder.gateway.filter;

import dev.larder.gateway.exchange.Bodies;
import dev.larder.gateway.exchange.Heads;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.rfc9111.Answer;
import dev.larder.gateway.rfc9111.Reason;
import dev.larder.gateway.rfc9111.ResponseHead;
import dev.larder.gateway.rfc9111.StoredResponse;
import dev.larder.gateway.wire.ClientConnection;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writes responses to clients: stored ones by the answer the engine gives, origin's ones as they stream in. */
final class Responder {

    private static final Logger log = LoggerFactory.getLogger(Responder.class);

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
        return head(visit, head).setComplete();
    }

    Mono<Void> stream(Visit visit, ResponseHead head, Flux<DataBuffer> body) {
        ServerHttpResponse response = head(visit, head);
        boolean sized = head.fields().contains("Content-Length");
        Flux<DataBuffer> visiblyCut = body.onErrorResume(error -> cutShort(visit, error));
        return sized ? response.writeWith(visiblyCut) : response.writeAndFlushWith(visiblyCut.map(Flux::just));
    }

    /** Once the head is out, the only way to tell the client is to break its connection off; that ends the exchange. */
    private static Mono<DataBuffer> cutShort(Visit visit, Throwable error) {
        if (!visit.exchange().getResponse().isCommitted()) {
            return Mono.error(error);
        }
        log.debug("The origin's response to {} ended early: {}", visit.request().method(), error.toString());
        ClientConnection.breakOff(visit.nativeRequest());
        return Mono.never();
    }

    private Mono<Void> write(Visit visit, StoredResponse stored, Answer answer) {
        if (answer instanceof Answer.Whole whole) {
            return body(visit, whole.head(), Bodies.whole(stored.body()));
        }
        if (answer instanceof Answer.Part part) {
            return body(visit, part.head(), Bodies.part(stored.body(), part.range()));
        }
        if (answer instanceof Answer.Parts parts) {
            return body(visit, parts.head(), Bodies.parts(stored.body(), parts));
        }
        return head(visit, answer.head()).setComplete();
    }

    private static Mono<Void> body(Visit visit, ResponseHead head, List<ByteBuffer> content) {
        ServerHttpResponse response = head(visit, head);
        if (visit.isHead() || content.isEmpty()) {
            return response.setComplete();
        }
        if (content.size() == 1) {
            return response.writeWith(Mono.just(response.bufferFactory().wrap(content.get(0))));
        }
        return response.writeWith(Flux.fromIterable(content).map(response.bufferFactory()::wrap));
    }

    private static ServerHttpResponse head(Visit visit, ResponseHead head) {
        ServerHttpResponse response = visit.exchange().getResponse();
        response.setRawStatusCode(head.status());
        Heads.write(head.fields(), response.getHeaders());
        return response;
    }
}
