package dev.larder.gateway.filter;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.gateway.exchange.BodyRecorder;
import dev.larder.gateway.exchange.CacheLimits;
import dev.larder.gateway.exchange.CollapsedFetch;
import dev.larder.gateway.exchange.CollapsedFetchOutcome;
import dev.larder.gateway.exchange.GrowingBody;
import dev.larder.gateway.exchange.OriginBodyRecorder;
import dev.larder.gateway.exchange.OriginResponseStream;
import dev.larder.gateway.exchange.ReadableBody;
import dev.larder.gateway.exchange.StoredBodyUtils;
import dev.larder.gateway.exchange.TruncatedResponseException;
import dev.larder.gateway.metrics.span.CacheStep;
import dev.larder.gateway.metrics.span.CacheStepObservation;
import dev.larder.gateway.metrics.span.StepOutcome;
import dev.larder.rfc9111.Reason;
import dev.larder.rfc9111.StaleServing.Failure;
import dev.larder.rfc9111.StoredBody;
import dev.larder.rfc9111.StoredResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Stores one origin response while it arrives, as a transaction: all of the message is stored, or none (RFC 9111 3.3).
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>waiting requests</th><th>the client that caused it</th></tr>
 * <tr><td>recording, from {@link #start}</td><td>wait; released if the response is stale on arrival</td>
 * <td>reads along, or waits if its own range or conditions were kept back from the origin</td></tr>
 * <tr><td>{@link #overflowed}, of announced length</td><td>get the growing response; released if a write voids it</td>
 * <td>reads on; if it has waited, it gets the growing response</td></tr>
 * <tr><td>{@link #recorded}, then {@link #committed}</td><td>get the response; released if a write voids it</td>
 * <td>gets the end when the store has completed, or after {@link BodyRecorder#PATIENCE}</td></tr>
 * <tr><td>{@link #dropped(Reason)}</td><td>released if the body goes on (too large, fault of the store); else failed</td>
 * <td>reads on, or sees the body break off</td></tr>
 * </table>
 *
 * <p>{@link OriginBodyRecorder} calls either {@code recorded} or {@code dropped}, once. {@code start} and {@code overflowed}
 * run on the event loop of the origin's connection; {@code recorded} there, or on the worker that has written the file;
 * {@code committed} on the thread that completes the store; {@code dropped} on any of these, or on that of the last request
 * that leaves, under the monitor of its {@link CollapsedFetch}. There is no lock.
 *
 * <p>The response is stored with the stamp taken before the fetch, so
 * {@link dev.larder.gateway.exchange.ResponseStore#add} rejects it if a write has invalidated it in the meantime.
 */
final class FillTransaction implements OriginBodyRecorder.Listener {

    private static final long WORTH_FINISHING = 64 * 1024;

    private static final List<String> PARTIAL =
            List.of("Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since");

    private final CacheServices services;
    private final CacheExchange cacheExchange;
    private final FetchInitiator initiator;
    private final EpochStamp stamp;
    private final OriginResponseStream answer;
    private final StoredResponse response;
    private final OriginBodyRecorder recorder;
    private final CacheStepObservation span;
    private Consumer<StoredBody> whenRecorded = body -> {};
    private boolean answerWhenComplete;
    private volatile boolean settled;

    FillTransaction(
            CacheServices services,
            CacheExchange cacheExchange,
            FetchInitiator initiator,
            EpochStamp stamp,
            OriginResponseStream answer,
            StoredResponse response) {
        this.services = services;
        this.cacheExchange = cacheExchange;
        this.initiator = initiator;
        this.stamp = stamp;
        this.answer = answer;
        this.response = response;
        this.span = cacheExchange.step(services.fetching().spans(), CacheStep.STORE);
        CacheLimits limits = services.fetching().limits();
        this.recorder = new OriginBodyRecorder(
                answer, limits.maxObjectSize(cacheExchange.rule()), limits.beyondHeap(cacheExchange.rule()), this);
    }

    /** Registers a listener that receives the whole body before it is stored. */
    FillTransaction whenRecorded(Consumer<StoredBody> listener) {
        whenRecorded = listener;
        return this;
    }

    /**
     * Starts to read the body.
     *
     * @param validating whether the client's own conditions and ranges were kept back from the origin; they are then answered
     *     once the response is complete
     */
    void start(boolean validating) {
        cacheExchange.report().stored();
        initiator.flight().brings(stamp);
        if (!response.fresh(services.fetching().clock().steady())) {
            cacheExchange.setUnshareable(services.fetching().fetches());
            initiator.flight().end(new CollapsedFetchOutcome.Released(Reason.STALE));
        }
        answerWhenComplete =
                validating && PARTIAL.stream().anyMatch(cacheExchange.request().fields()::contains);
        Optional<byte[]> content = answer.content()
                .filter(bytes -> bytes.length <= services.fetching().limits().maxObjectSize(cacheExchange.rule()));
        if (content.isPresent()) {
            atHand(content.get());
            return;
        }
        if (!answerWhenComplete) {
            stream();
        }
        initiator.flight().onGiveUp(this::giveUp);
        services.fetching().limits().pauses().bound(answer.copiedBody()).subscribe(recorder);
    }

    private void atHand(byte[] content) {
        initiator.flight().onGiveUp(() -> false);
        var answered = new InitiatorResponse.AtHand(answer.head(), ByteBuffer.wrap(content));
        recorded(
                StoredBodyUtils.of(content),
                answerWhenComplete ? () -> {} : () -> initiator.deliver(answered, () -> {}));
    }

    /** The client's stream ends when the response is stored, or when that takes too long. */
    @Override
    public void recorded(StoredBody body, Runnable ready) {
        whenRecorded.accept(body);
        StoredResponse whole = response.withBody(body);
        if (initiator.isBackground()) {
            services.extensions().events().refreshed(cacheExchange.route(), cost(answer));
        } else {
            services.extensions()
                    .events()
                    .fetched(cacheExchange.route(), cacheExchange.key(), whole, cost(answer), stamp);
        }
        Mono<Optional<Reason>> adding = services.fetching()
                .store()
                .add(cacheExchange.key(), whole, cacheExchange.policy(), stamp, cost(answer));
        Sinks.Empty<Void> stored = Sinks.empty();
        adding.subscribe(notStored -> {
            committed(whole, notStored);
            settled = true;
            stored.tryEmitEmpty();
        });
        // In-memory stores have completed by now and need no timer.
        if (settled) {
            ready.run();
        } else {
            stored.asMono()
                    .timeout(BodyRecorder.PATIENCE, Mono.empty())
                    .subscribe(done -> {}, fault -> ready.run(), ready);
        }
    }

    /** If the length is known, other requests need not wait for the end. */
    @Override
    public void overflowed(BodyRecorder larger) {
        answer.announcedLength().ifPresent(length -> {
            StoredResponse growing = response.withBody(new GrowingBody(larger, length));
            announce(growing);
            if (answerWhenComplete) {
                answerWhenComplete = false;
                initiator.deliver(new InitiatorResponse.Confirmed(growing), () -> {});
                recorder.clientLeft();
            }
        });
    }

    /** Requests that join from now on see all tags; those that joined after a write to one of them do not get the response. */
    private void announce(StoredResponse growing) {
        CollapsedFetch fetch = initiator.flight();
        if (services.fetching().store().shareable(stamp)) {
            fetch.announce(new CollapsedFetchOutcome.Streaming(growing, fetch::leave));
        } else {
            fetch.end(new CollapsedFetchOutcome.Released(Reason.VOIDED));
        }
    }

    @Override
    public void dropped(Reason reason) {
        dropped(span, reason);
        cacheExchange.report().notStored(reason);
        cacheExchange.counting().traffic().notStored(reason);
        if (reason == Reason.TOO_LARGE) {
            cacheExchange.setUnshareable(services.fetching().fetches());
        }
        initiator
                .flight()
                .end(
                        goesOn(reason)
                                ? new CollapsedFetchOutcome.Released(reason)
                                : new CollapsedFetchOutcome.Failed(Failure.CONNECTION));
        if (answerWhenComplete) {
            answerWithoutRecord(reason);
        }
    }

    private static void dropped(CacheStepObservation span, Reason reason) {
        if (reason == Reason.TRUNCATED) {
            span.failed(reason, new TruncatedResponseException());
        } else {
            span.ended(StepOutcome.NOT_STORED, reason);
        }
    }

    /** Returns whether only the recording failed, so that the body goes on. */
    private static boolean goesOn(Reason reason) {
        return reason == Reason.TOO_LARGE || reason == Reason.STORE_FAULT;
    }

    /** Returns the nanoseconds from the request to the head of its response. */
    static long cost(OriginResponseStream answer) {
        var reception = answer.reception();
        return Math.max(
                0,
                Duration.between(reception.requestTime(), reception.responseTime())
                        .toNanos());
    }

    private void committed(StoredResponse whole, Optional<Reason> notStored) {
        span.stored(notStored);
        notStored.ifPresent(cacheExchange.report()::notStored);
        notStored.ifPresent(
                reason -> cacheExchange.counting().notKept(cacheExchange.described(), reason, whole, stamp));
        initiator
                .flight()
                .end(
                        notStored.equals(Optional.of(Reason.VOIDED))
                                ? new CollapsedFetchOutcome.Released(Reason.VOIDED)
                                : new CollapsedFetchOutcome.Completed(whole));
        if (answerWhenComplete) {
            initiator.deliver(new InitiatorResponse.Confirmed(whole), () -> {});
            recorder.clientLeft();
        }
        recorder.letGo();
        if (whole.body() instanceof ReadableBody readable) {
            cacheExchange.answer().atEnd(readable::release);
        }
        if (notStored.isEmpty()) {
            cacheExchange.counting().traffic().stored();
            cacheExchange.setPrecedent(services.decisions());
        }
    }

    private void answerWithoutRecord(Reason reason) {
        if (goesOn(reason)) {
            stream();
        } else {
            initiator.deliver(new InitiatorResponse.Nothing(new TruncatedResponseException()), () -> {});
            recorder.clientLeft();
        }
    }

    private void stream() {
        initiator.deliver(new InitiatorResponse.Recorded(answer.head(), recorder.clientStream()), recorder::clientLeft);
    }

    private boolean giveUp() {
        if (recorder.nearlyComplete(WORTH_FINISHING)) {
            return false;
        }
        recorder.cancel();
        return true;
    }
}
