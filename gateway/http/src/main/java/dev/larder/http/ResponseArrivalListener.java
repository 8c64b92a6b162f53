package dev.larder.http;

import java.util.function.Consumer;
import reactor.netty.Connection;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Notifies the sender of a request to an origin that a response arrives. If the exchange is cancelled at that moment,
 * the response is dropped with its connection; this notification always comes before, on the connection's own thread.
 */
public final class ResponseArrivalListener {

    private final Consumer<Connection> told;

    private ResponseArrivalListener(Consumer<Connection> told) {
        this.told = told;
    }

    /** Adds a listener to the context of a request to the origin. */
    public static Context to(Consumer<Connection> told, Context context) {
        return context.put(ResponseArrivalListener.class, new ResponseArrivalListener(told));
    }

    static void tell(ContextView context, Connection connection) {
        context.<ResponseArrivalListener>getOrEmpty(ResponseArrivalListener.class)
                .ifPresent(arrival -> arrival.told.accept(connection));
    }
}
