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
 * The response stream of one call, to which several documents may be written at a time. A client that does not read
 * waiting data in time gets an error status and loses all documents; its call is reset if it does not even read that.
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

    /** How long data may wait for a client. */
    record Patience(Duration time, Scheduler scheduler) {

        private Disposable then(Runnable task) {
            return scheduler.schedule(task, time.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /**
     * Creates the stream of the current call.
     *
     * @param giveUp cancels the writers
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

    /** Ends the stream behind all data sent; a client that is far behind has the same time again to read it. */
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

    /** Runs this once, as soon as the client has read enough of the data sent. */
    void whenReady(Runnable next) {
        waiting.add(next);
        wake();
    }

    /** Runs on one thread at a time, never recursively: actions added by an action are run by the same loop. */
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

    /** Whether the client has read data since the last time. */
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

    /** Stops the timer if nothing waits, restarts it whenever the client has read, or else leaves it. */
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
