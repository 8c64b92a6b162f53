package dev.larder.http;

import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Receives the progress of a request to an origin over HTTP. An origin that has received nothing of a request has not
 * acted on it, whatever becomes of it. A request that is retried is reported again.
 */
public interface SendProgress {

    /** A connection is being acquired. Nothing is sent before {@link #sending}. */
    void connecting();

    /**
     * The head is about to be sent.
     *
     * @throws RuntimeException if it must not be sent any more
     */
    void sending();

    /** Adds this to the context of a request to the origin. An existing observer is notified too: a route may lead to another. */
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

    /** Returns the observer in a context; one that does nothing if there is none. */
    static SendProgress of(ContextView context) {
        return context.<SendProgress>getOrEmpty(SendProgress.class).orElse(UNOBSERVED);
    }

    /** The observer of an unobserved request. */
    SendProgress UNOBSERVED = new SendProgress() {
        @Override
        public void connecting() {}

        @Override
        public void sending() {}
    };
}
