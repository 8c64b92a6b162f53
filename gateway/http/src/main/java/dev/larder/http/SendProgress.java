package dev.larder.http;

import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Is told how far a request has come on its way to an origin by HTTP. An origin has done nothing about a request of which it has
 * nothing, whatever becomes of it. One that is tried again is told of again.
 */
public interface SendProgress {

    /** A connection is sought. Nothing is sent without {@link #sending}. */
    void connecting();

    /**
     * The head is about to be sent.
     *
     * @throws RuntimeException if it is not to be sent any more
     */
    void sending();

    /** Adds this to the context in which an origin is asked. What is there already is told, too: a route may lead to another. */
    default Context in(Context context) {
        SendProgress inner = this;
        return context.<SendProgress>getOrEmpty(SendProgress.class)
                .map(outer -> context.put(SendProgress.class, both(outer, inner)))
                .orElseGet(() -> context.put(SendProgress.class, inner));
    }

    private static SendProgress both(SendProgress outer, SendProgress inner) {
        return new SendProgress() {
            @Override
            public void connecting() {
                outer.connecting();
                inner.connecting();
            }

            @Override
            public void sending() {
                outer.sending();
                inner.sending();
            }
        };
    }

    /** That of a context; one that does nothing if there is none. */
    static SendProgress of(ContextView context) {
        return context.<SendProgress>getOrEmpty(SendProgress.class).orElse(UNOBSERVED);
    }

    /** Of a request that nobody follows. */
    SendProgress UNOBSERVED = new SendProgress() {
        @Override
        public void connecting() {}

        @Override
        public void sending() {}
    };
}
