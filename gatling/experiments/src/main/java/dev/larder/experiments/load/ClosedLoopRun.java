package dev.larder.experiments.load;

import dev.larder.experiments.traffic.ExpectedVersions;
import dev.larder.experiments.traffic.ExperimentResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The clients of one order and what is left of its calls. Used by the event loop alone. */
final class ClosedLoopRun {

    private final ClosedLoopGenerator.Order order;
    private final ClosedLoopGenerator.Listener listener;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final List<ClosedLoopClient> idle = new ArrayList<>();
    private int waiting;

    ClosedLoopRun(ClosedLoopGenerator.Order order, ClosedLoopGenerator.Listener listener) {
        this.order = order;
        this.listener = listener;
    }

    CompletableFuture<Void> done() {
        return done;
    }

    void connected(ClosedLoopClient client) {
        idle.add(client);
    }

    void start() {
        idle.forEach(this::next);
        finishIfNobodyWaits();
    }

    private void next(ClosedLoopClient client) {
        if (order.calls().hasNext()) {
            var call = order.calls().next();
            waiting++;
            client.send(call, order.versions().floor(call));
        }
    }

    void answered(ClosedLoopClient client, ExperimentResponse answer) {
        count(client, answer);
        next(client);
        finishIfNobodyWaits();
    }

    /** A client whose connection broke does not come back; its call has failed. */
    void lost(ClosedLoopClient client) {
        count(client, ExperimentResponse.NONE);
        finishIfNobodyWaits();
    }

    void failed(Throwable cause) {
        done.completeExceptionally(cause);
    }

    private void count(ClosedLoopClient client, ExperimentResponse answer) {
        waiting--;
        var call = client.call();
        order.versions().answered(call, answer);
        listener.answered(
                call,
                answer,
                System.nanoTime() - client.sent(),
                ExpectedVersions.isStale(call, answer, client.floor()));
    }

    private void finishIfNobodyWaits() {
        if (waiting == 0) {
            done.complete(null);
        }
    }
}
