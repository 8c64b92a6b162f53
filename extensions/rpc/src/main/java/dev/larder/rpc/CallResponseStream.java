package dev.larder.rpc;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

/**
 * The stream of answers of one call, to which several documents may be written at a time. A client that makes no room for
 * what waits is told so, loses all of them, and is broken off if it does not take in even that.
 */
final class CallResponseStream<T> {

    private static final Logger LOG = LoggerFactory.getLogger(CallResponseStream.class);

    private final ServerCallStreamObserver<T> call;
    private final Patience patience;
    private final Runnable giveUp;
    private final Runnable breakOff = CallResetTracerFactory.ofCurrentCall();
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger wakes = new AtomicInteger();
    private final Disposable.Swap alarm = Disposables.swap();
    private boolean ended;

    /** How long something may wait for a client. */
    record Patience(Duration time, Scheduler scheduler) {

        private Disposable then(Runnable task) {
            return scheduler.schedule(task, time.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /**
     * One of the call that is being handled.
     *
     * @param giveUp ends what writes to it
     */
    CallResponseStream(ServerCallStreamObserver<T> call, Patience patience, Runnable giveUp) {
        this.call = call;
        this.patience = patience;
        this.giveUp = giveUp;
        call.setOnReadyHandler(this::wake);
        call.setOnCancelHandler(this::leave);
    }

    private void leave() {
        giveUp.run();
        waiting.clear();
        alarm.dispose();
    }

    synchronized void send(T message) {
        if (!ended) {
            call.onNext(message);
        }
    }

    /** What is behind all that was sent; a client that is far behind has as much time again to take it in. */
    synchronized void end(Status status) {
        if (ended || call.isCancelled()) {
            return;
        }
        ended = true;
        if (!call.isReady()) {
            patience.then(breakOff);
        }
        if (status.isOk()) {
            call.onCompleted();
        } else {
            call.onError(status.asRuntimeException());
        }
    }

    /** Runs this once, as soon as the client has taken in enough of what was sent. */
    void whenReady(Runnable next) {
        waiting.add(next);
        wake();
    }

    /** One thread at a time, and never from within what is run: what that adds is run by the same loop. */
    private void wake() {
        if (wakes.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            watch(runWhileReady());
            seen = wakes.addAndGet(-seen);
        } while (seen != 0);
    }

    /** Whether the client has made room since the last time. */
    private boolean runWhileReady() {
        boolean room = false;
        while (call.isReady()) {
            room = true;
            Runnable next = waiting.poll();
            if (next == null) {
                break;
            }
            next.run();
        }
        return room;
    }

    /** Nothing waits, or the time begins anew with each room that is made, or it goes on. */
    private void watch(boolean room) {
        Disposable begun = alarm.get();
        if (waiting.isEmpty()) {
            alarm.update(Disposables.disposed());
        } else if (room || begun == null || begun.isDisposed()) {
            alarm.update(patience.then(this::stall));
        }
    }

    private void stall() {
        end(FetchFailure.STALLED.status());
        leave();
        LOG.debug("{}", FetchFailure.STALLED.description());
    }
}
