package dev.larder.experiments.load;

import dev.larder.experiments.traffic.Answer;
import dev.larder.experiments.traffic.Versions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The clients of one order and what is left of its calls. Used by the event loop alone. */
final class Round {

    private final ClosedLoop.Order order;
    private final ClosedLoop.Listener listener;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final List<Client> idle = new ArrayList<>();
    private int waiting;

    Round(ClosedLoop.Order order, ClosedLoop.Listener listener) {
        this.order = order;
        this.listener = listener;
    }

    CompletableFuture<Void> done() {
        return done;
    }

    void connected(Client client) {
        idle.add(client);
    }

    void start() {
        idle.forEach(this::next);
        finishIfNobodyWaits();
    }

    private void next(Client client) {
        if (order.calls().hasNext()) {
            var call = order.calls().next();
            waiting++;
            client.send(call, order.versions().floor(call));
        }
    }

    void answered(Client client, Answer answer) {
        count(client, answer);
        next(client);
        finishIfNobodyWaits();
    }

    /** A client whose connection broke does not come back; its call has failed. */
    void lost(Client client) {
        count(client, Answer.NONE);
        finishIfNobodyWaits();
    }

    void failed(Throwable cause) {
        done.completeExceptionally(cause);
    }

    private void count(Client client, Answer answer) {
        waiting--;
        var call = client.call();
        order.versions().answered(call, answer);
        listener.answered(
                call, answer, System.nanoTime() - client.sent(), Versions.stale(call, answer, client.floor()));
    }

    private void finishIfNobodyWaits() {
        if (waiting == 0) {
            done.complete(null);
        }
    }
}
