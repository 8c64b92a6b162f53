package dev.larder.entitytags;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.filter.ForwardedRequestCheck;
import dev.larder.gateway.filter.ResponseCommitter;
import dev.larder.gateway.filter.origin.OriginExchange;
import dev.larder.gateway.filter.origin.OriginResponseStream;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.message.TruncatedResponseException;
import dev.larder.rfc9111.EntityTag;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.HttpDate;
import dev.larder.rfc9111.Incremental;
import dev.larder.rfc9111.NotModifiedHead;
import dev.larder.rfc9111.ResponseHead;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Answers clients, with or without contacting the service. */
final class EntityTagResponder {

    private static final Logger log = LoggerFactory.getLogger(EntityTagResponder.class);
    private static final int OK = 200;
    private static final Set<Integer> NO_CONTENT = Set.of(204, 205, 304);
    private static final String EVENTS = "text/event-stream";

    private final EntityTags tags;
    private final LarderClock clock;
    private final Scheduler timer;

    EntityTagResponder(EntityTags tags, LarderClock clock, Scheduler timer) {
        this.tags = tags;
        this.clock = clock;
        this.timer = timer;
    }

    /** Returns the answer to a request that needs no service: 304, because the client's response is known to be current. */
    Optional<Mono<Void>> unasked(EntityTagExchange asked) {
        EntityTagRequest question = asked.question();
        if (!question.mayAnswer() || question.condition().isEmpty()) {
            return Optional.empty();
        }
        return known(asked)
                .filter(known -> question.matches(Optional.of(known.tag())))
                .map(known -> notModified(asked, known.fields(), Optional.of(known.tag())));
    }

    /**
     * Returns the answer to a request that the service has answered.
     *
     * @param stamp taken before the service was contacted
     */
    Mono<Void> of(EntityTagExchange asked, OriginResponseStream answer, EpochStamp stamp) {
        ResponseHead head = answer.head();
        if (head.status() != OK) {
            return passOn(asked, head, answer);
        }
        if (head.fields().contains("ETag")) {
            return tagged(asked, head, answer, stamp);
        }
        if (asked.question().isHead()) {
            return headOnly(asked, head, answer);
        }
        if (isEventStream(head)
                || Incremental.isStream(head.fields())
                || answer.announcedLength().orElse(0) > tags.limits().maxBody()) {
            return passOn(asked, head, answer);
        }
        var holding = new BoundedBodyBuffer(answer, tags.limits());
        return holding.start(timer)
                .onErrorMap(IOException.class, EntityTagResponder::badGateway)
                .flatMap(held -> answer(asked, head, held, holding, stamp));
    }

    private Mono<Void> answer(
            EntityTagExchange asked,
            ResponseHead head,
            BodyBufferResult held,
            BoundedBodyBuffer holding,
            EpochStamp stamp) {
        DataBufferFactory buffers = asked.exchange().getResponse().bufferFactory();
        if (held instanceof BodyBufferResult.Whole whole) {
            return whole(asked, head, whole, stamp);
        }
        Flux<DataBuffer> body = ((BodyBufferResult.Streaming) held).body().map(buffers::wrap);
        return ResponseCommitter.stream(asked.exchange(), sent(asked, head), body, holding::cancel);
    }

    /** Computes the tag; an unchanged body is sent as 304, even if a write made the filter forget its tag. */
    private Mono<Void> whole(
            EntityTagExchange asked, ResponseHead head, BodyBufferResult.Whole content, EpochStamp stamp) {
        EntityTag tag = EntityTagCalculator.of(head, content.pieces());
        HeaderFields fields = head.fields()
                .without("Transfer-Encoding")
                .with("ETag", tag.toString())
                .with("Content-Length", Long.toString(content.length()));
        keep(asked, head.withFields(fields), tag, stamp);
        if (asked.question().matches(Optional.of(tag))) {
            return notModified(asked, fields, Optional.of(tag));
        }
        DataBufferFactory buffers = asked.exchange().getResponse().bufferFactory();
        Flux<DataBuffer> body = Flux.fromIterable(content.pieces()).map(buffers::wrap);
        ResponseHead sent = sent(asked, head.withFields(fields));
        return content.length() == 0
                ? ResponseCommitter.headOnly(asked.exchange(), sent)
                : ResponseCommitter.stream(asked.exchange(), sent, body, () -> {});
    }

    /** Uses the tag that the service itself has given the response. */
    private Mono<Void> tagged(
            EntityTagExchange asked, ResponseHead head, OriginResponseStream answer, EpochStamp stamp) {
        Optional<EntityTag> tag = EntityTag.of(head.fields());
        tag.ifPresent(own -> keep(asked, head, own, stamp));
        if (asked.question().matches(tag)) {
            answer.discard();
            return notModified(asked, head.fields(), tag);
        }
        return passOn(asked, head, answer);
    }

    /** Answers HEAD with the tag of the corresponding GET, if it is known. */
    private Mono<Void> headOnly(EntityTagExchange asked, ResponseHead head, OriginResponseStream answer) {
        Optional<EntityTag> tag = known(asked).map(StoredEntityTag::tag);
        HeaderFields fields = tag.map(current -> head.fields().with("ETag", current.toString()))
                .orElse(head.fields());
        if (asked.question().matches(tag)) {
            answer.discard();
            return notModified(asked, fields, tag);
        }
        return passOn(asked, head.withFields(fields), answer);
    }

    private Mono<Void> passOn(EntityTagExchange asked, ResponseHead head, OriginResponseStream answer) {
        if (asked.question().isHead() || NO_CONTENT.contains(head.status())) {
            answer.discard();
            return ResponseCommitter.headOnly(asked.exchange(), sent(asked, head));
        }
        DataBufferFactory buffers = asked.exchange().getResponse().bufferFactory();
        return ResponseCommitter.stream(asked.exchange(), sent(asked, head), content(answer, buffers), answer::discard);
    }

    /** Copies the body, so that pieces left behind by a disconnecting client need no release. */
    private static Flux<DataBuffer> content(OriginResponseStream answer, DataBufferFactory buffers) {
        Flux<DataBuffer> body = answer.copiedBody().map(buffers::wrap);
        var received = new AtomicLong();
        return body.doOnNext(piece -> received.addAndGet(piece.readableByteCount()))
                .concatWith(Mono.defer(() -> answer.isComplete(received.get())
                        ? Mono.empty()
                        : Mono.error(new TruncatedResponseException())));
    }

    private Mono<Void> notModified(EntityTagExchange asked, HeaderFields fields, Optional<EntityTag> tag) {
        HeaderFields dated = fields.contains("Date") ? fields : fields.with("Date", HttpDate.format(clock.wall()));
        return ResponseCommitter.headOnly(asked.exchange(), sent(asked, NotModifiedHead.of(dated, tag)));
    }

    /** Returns what is sent: a cache of the route judges the head as received, a client gets what is not of one connection. */
    private static ResponseHead sent(EntityTagExchange asked, ResponseHead head) {
        return OriginExchange.is(asked.exchange()) ? head : head.endToEnd();
    }

    private Optional<StoredEntityTag> known(EntityTagExchange asked) {
        return tags.find(asked.resourceTags(), asked.key(), asked.question().request());
    }

    /** The response to a request that filters have changed after its key was made belongs to no key. */
    private void keep(EntityTagExchange asked, ResponseHead head, EntityTag tag, EpochStamp stamp) {
        if (ForwardedRequestCheck.obstacle(asked.exchange()).isPresent()) {
            return;
        }
        tags.keep(asked, head, tag, stamp)
                .ifPresent(why -> log.debug(
                        "The entity tag of a response from pool {} is not kept: {}",
                        asked.resourceTags().pool(),
                        why));
    }

    /** Whether the response is an event stream: events arrive one by one, and none may wait for the last. */
    private static boolean isEventStream(ResponseHead head) {
        return head.fields().combined("Content-Type").toLowerCase(Locale.ROOT).startsWith(EVENTS);
    }

    private static ResponseStatusException badGateway(Throwable cut) {
        return new ResponseStatusException(HttpStatus.BAD_GATEWAY, "The service's response was cut short.", cut);
    }
}
