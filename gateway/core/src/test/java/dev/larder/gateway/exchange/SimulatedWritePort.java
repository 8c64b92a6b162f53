package dev.larder.gateway.exchange;

import dev.larder.http.SendProgress;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.FencedWrite;
import dev.larder.rfc9111.ResponseHead;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** The invalidation around one write of an {@link ExchangeHistory}: each of its steps is taken at a random moment, on no loop. */
final class SimulatedWritePort implements WritePort, SendProgress {

    private static final int ERROR = 400;

    private final ExchangeHistory history;
    private final RandomSchedule schedule;
    private final int key;
    private final boolean mayBeStored;
    private final Disposable.Swap forwarding = Disposables.swap();
    private @Nullable FencedWrite fence;
    private boolean sent;
    private boolean givenUp;
    private boolean settled;

    SimulatedWritePort(ExchangeHistory history, int key) {
        this.history = history;
        this.schedule = history.schedule();
        this.key = key;
        this.mayBeStored = schedule.random().nextBoolean();
    }

    /** Returns whether its response may be released. */
    boolean isSettled() {
        return settled;
    }

    @Override
    public Mono<EpochChange> around(Function<SendProgress, Mono<ResponseHead>> forward) {
        return Mono.create(sink -> {
            sink.onCancel(this::leave);
            schedule.soon(() -> begin(forward, sink));
        });
    }

    private void begin(Function<SendProgress, Mono<ResponseHead>> forward, MonoSink<EpochChange> sink) {
        if (givenUp) {
            return;
        }
        FencedWrite write = history.beginWrite(key);
        fence = write;
        schedule.soon(() -> {
            if (!givenUp) {
                forwarding.update(forward.apply(this)
                        .subscribe(
                                head -> schedule.soon(() -> answered(write, head, sink)),
                                error -> schedule.soon(() -> failed(write, error, sink))));
            }
        });
    }

    /** Its client has left: what the origin may have received goes on. */
    private void leave() {
        if (!sent) {
            givenUp = true;
            forwarding.dispose();
            if (fence != null) {
                fence.end();
            }
        }
    }

    private void answered(FencedWrite write, ResponseHead head, MonoSink<EpochChange> sink) {
        EpochChange change = EpochChange.NOT;
        if (head.status() < ERROR) {
            change = happened(write);
            history.raiseFloor(
                    key, VersionedContent.named(head.fields()).orElseThrow().version());
        }
        EpochChange effect = change;
        schedule.soon(() -> {
            write.end();
            settled = true;
            sink.success(effect);
        });
    }

    /** The origin may have acted on it. */
    private void failed(FencedWrite write, Throwable error, MonoSink<EpochChange> sink) {
        happened(write);
        schedule.soon(() -> {
            write.end();
            settled = true;
            sink.error(error);
        });
    }

    private static EpochChange happened(FencedWrite write) {
        return write.happened(Set.of()).toCompletableFuture().join();
    }

    @Override
    public void connecting() {}

    @Override
    public void sending() {
        if (givenUp) {
            throw new CancellationException("The write was given up before it was sent.");
        }
        sent = true;
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public boolean mayBeStored() {
        return mayBeStored;
    }
}
