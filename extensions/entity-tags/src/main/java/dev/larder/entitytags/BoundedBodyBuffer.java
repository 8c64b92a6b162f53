package dev.larder.entitytags;

import dev.larder.gateway.filter.origin.OriginResponseStream;
import dev.larder.gateway.message.TruncatedResponseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/**
 * Holds one body back until it is complete or exceeds the limit on size or time: then the held and all further content is
 * streamed at the reader's speed. Holds at most the size limit and one piece at any time.
 */
final class BoundedBodyBuffer extends BaseSubscriber<byte[]> {

    private final OriginResponseStream answer;
    private final EntityTagLimits limits;
    private final List<byte[]> pieces = new ArrayList<>();
    private final Sinks.One<BodyBufferResult> outcome = Sinks.one();
    private final Sinks.Many<byte[]> stream = Sinks.many().unicast().onBackpressureBuffer();
    private final Disposable.Swap patience = Disposables.swap();
    private boolean holding = true;
    private long received;

    BoundedBodyBuffer(OriginResponseStream answer, EntityTagLimits limits) {
        this.answer = answer;
        this.limits = limits;
    }

    /** Starts to read. Cancelling ends the reading, before the outcome and after. */
    Mono<BodyBufferResult> start(Scheduler timer) {
        return Mono.defer(() -> {
            answer.copiedBody().subscribe(this);
            patience.update(timer.schedule(this::lost, limits.maxWait().toMillis(), TimeUnit.MILLISECONDS));
            return outcome.asMono().doOnCancel(this::cancel);
        });
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        request(1);
    }

    @Override
    protected synchronized void hookOnNext(byte[] piece) {
        received += piece.length;
        if (!holding) {
            stream.tryEmitNext(piece);
            return;
        }
        pieces.add(piece);
        if (received > limits.maxBody()) {
            letGo();
        } else {
            request(1);
        }
    }

    @Override
    protected synchronized void hookOnComplete() {
        if (!answer.isComplete(received)) {
            hookOnError(new TruncatedResponseException());
        } else if (holding) {
            holding = false;
            outcome.tryEmitValue(new BodyBufferResult.Whole(List.copyOf(pieces), received));
        } else {
            stream.tryEmitComplete();
        }
    }

    @Override
    protected synchronized void hookOnError(Throwable error) {
        if (holding) {
            holding = false;
            outcome.tryEmitError(error);
        } else {
            stream.tryEmitError(error);
        }
    }

    @Override
    protected void hookFinally(SignalType type) {
        patience.dispose();
    }

    private synchronized void lost() {
        if (holding) {
            letGo();
        }
    }

    /** Streams the held pieces. Each piece read requests another, so the number of held pieces never grows. */
    private void letGo() {
        holding = false;
        pieces.forEach(stream::tryEmitNext);
        pieces.clear();
        outcome.tryEmitValue(new BodyBufferResult.Streaming(
                stream.asFlux().doOnNext(piece -> request(1)).doOnCancel(this::cancel)));
    }
}
