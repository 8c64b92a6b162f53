package dev.larder.gateway.rpc;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The stream of answers of one call, to which several documents may be written at a time. */
final class Outlet<T> {

    private final ServerCallStreamObserver<T> call;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private boolean ended;

    Outlet(ServerCallStreamObserver<T> call, Runnable onCancel) {
        this.call = call;
        call.setOnReadyHandler(this::wake);
        call.setOnCancelHandler(onCancel);
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

    private void wake() {
        while (call.isReady()) {
            Runnable next = waiting.poll();
            if (next == null) {
                return;
            }
            next.run();
        }
    }
}
