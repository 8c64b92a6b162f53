package dev.larder.gateway.filter;

import dev.larder.cache.spi.Stamp;
import dev.larder.gateway.exchange.Bodies;
import dev.larder.gateway.exchange.FlightOutcome;
import dev.larder.gateway.exchange.OriginAnswer;
import dev.larder.gateway.exchange.Recorder;
import dev.larder.gateway.exchange.TruncatedResponseException;
import dev.larder.gateway.rfc9111.Reason;
import dev.larder.gateway.rfc9111.StaleServing.Failure;
import dev.larder.gateway.rfc9111.StoredBody;
import dev.larder.gateway.rfc9111.StoredResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Stores one origin response as a transaction: committed when the whole message has arrived, or not at all. */
final class Recording implements Recorder.Listener {

    private static final long WORTH_FINISHING = 64 * 1024;
    private static final List<String> PARTIAL =
            List.of("Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since");

    private final CacheServices services;
    private final Visit visit;
    private final Leader leader;
    private final Stamp stamp;
    private final OriginAnswer answer;
    private final StoredResponse response;
    private final Recorder recorder;
    private Consumer<StoredBody> whenRecorded = body -> {};
    private boolean answerWhenComplete;

    Recording(
            CacheServices services,
            Visit visit,
            Leader leader,
            Stamp stamp,
            OriginAnswer answer,
            StoredResponse response) {
        this.services = services;
        this.visit = visit;
        this.leader = leader;
        this.stamp = stamp;
        this.answer = answer;
        this.response = response;
        this.recorder = new Recorder(answer, services.limits().maxObjectSize(visit.rule()), this);
    }

    /** Also hands the whole body to this one, before it is stored. */
    Recording whenRecorded(Consumer<StoredBody> listener) {
        whenRecorded = listener;
        return this;
    }

    /**
     * Starts to read the body.
     *
     * @param validating whether the client's own conditions and ranges were kept back from the origin; they are then
     *     answered once the response is complete
     */
    void start(boolean validating) {
        visit.report().stored();
        if (!response.fresh(services.clock().steady())) {
            services.flights().unshareable(visit.key());
            leader.flight().end(new FlightOutcome.Released(Reason.STALE));
        }
        answerWhenComplete =
                validating && PARTIAL.stream().anyMatch(visit.request().fields()::contains);
        Optional<byte[]> content = answer.content();
        if (content.isPresent()) {
            atHand(content.get());
            return;
        }
        if (!answerWhenComplete) {
            stream();
        }
        leader.flight().onGiveUp(this::giveUp);
        services.limits().pauses().bound(answer.copiedBody()).subscribe(recorder);
    }

    private void atHand(byte[] content) {
        leader.flight().onGiveUp(() -> false);
        recorded(Bodies.of(content));
        if (!answerWhenComplete) {
            leader.deliver(new Answering.AtHand(answer.head(), ByteBuffer.wrap(content)), () -> {});
        }
    }

    @Override
    public void recorded(StoredBody body) {
        whenRecorded.accept(body);
        StoredResponse whole = response.withBody(body);
        services.shelf()
                .add(visit.key(), whole, visit.policy(), stamp, cost(answer))
                .subscribe(notStored -> committed(whole, notStored));
    }

    @Override
    public void dropped(Reason reason) {
        visit.report().notStored(reason);
        if (reason == Reason.TOO_LARGE) {
            services.flights().unshareable(visit.key());
        }
        leader.flight()
                .end(
                        reason == Reason.TOO_LARGE
                                ? new FlightOutcome.Released(reason)
                                : new FlightOutcome.Failed(Failure.CONNECTION));
        if (answerWhenComplete) {
            answerWithoutRecord(reason);
        }
    }

    /** Nanoseconds from the request to the head of its response. */
    static long cost(OriginAnswer answer) {
        var reception = answer.reception();
        return Math.max(
                0,
                Duration.between(reception.requestTime(), reception.responseTime())
                        .toNanos());
    }

    private void committed(StoredResponse whole, Optional<Reason> notStored) {
        notStored.ifPresent(visit.report()::notStored);
        leader.flight()
                .end(
                        notStored.equals(Optional.of(Reason.VOIDED))
                                ? new FlightOutcome.Released(Reason.VOIDED)
                                : new FlightOutcome.Landed(whole));
        if (answerWhenComplete) {
            leader.deliver(new Answering.Confirmed(whole), () -> {});
        }
        if (notStored.isEmpty()) {
            visit.setPrecedent(services.precedents());
        }
    }

    private void answerWithoutRecord(Reason reason) {
        if (reason == Reason.TOO_LARGE) {
            stream();
        } else {
            leader.deliver(new Answering.Nothing(new TruncatedResponseException()), () -> {});
        }
    }

    private void stream() {
        leader.deliver(new Answering.Recorded(answer.head(), recorder.clientStream()), recorder::clientLeft);
    }

    private boolean giveUp() {
        if (recorder.nearlyComplete(WORTH_FINISHING)) {
            return false;
        }
        recorder.cancel();
        return true;
    }
}
