package dev.larder.gateway.rpc;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** The stream of answers of one call, to which several documents may be written at a time. */
final class Outlet<T> {

    private final ServerCallStreamObserver<T> call;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger wakes = new AtomicInteger();
    private boolean ended;

    Outlet(ServerCallStreamObserver<T> call, Runnable onCancel) {
        this.call = call;
        call.setOnReadyHandler(this::wake);
        call.setOnCancelHandler(() -> {
            onCancel.run();
            waiting.clear();
        });
    }

    synchronized void send(T message) {
        if (!ended) {
            call.onNext(message);
        }
    }

    synchronized void end(Status status) {
        if (ended || call.isCancelled()) {
            return;
        }
        ended = true;
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
            runWhileReady();
            seen = wakes.addAndGet(-seen);
        } while (seen != 0);
    }

    private void runWhileReady() {
        while (call.isReady()) {
            Runnable next = waiting.poll();
            if (next == null) {
                return;
            }
            next.run();
        }
    }
}
