package dev.larder.http;

import java.util.function.Consumer;
import reactor.netty.Connection;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Tells whoever asks an origin that a response arrives. Where the answer is cancelled in that moment it is dropped on its
 * way, the connection with it; this word comes before, on the connection's own thread, and always.
 */
public final class ResponseArrivalListener {

    private final Consumer<Connection> told;

    private ResponseArrivalListener(Consumer<Connection> told) {
        this.told = told;
    }

    /** Adds who is told to the context in which an origin is asked. */
    public static Context to(Consumer<Connection> told, Context context) {
        return context.put(ResponseArrivalListener.class, new ResponseArrivalListener(told));
    }

    static void tell(ContextView context, Connection connection) {
        context.<ResponseArrivalListener>getOrEmpty(ResponseArrivalListener.class)
                .ifPresent(arrival -> arrival.told.accept(connection));
    }
}
