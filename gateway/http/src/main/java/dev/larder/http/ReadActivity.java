package dev.larder.http;

/**
 * Whether a client's connection is being read, as observed by one of its handlers: from the read request until its
 * result is complete. A decoder before the handler continues reading by itself until it has a message to pass on.
 */
final class ReadActivity {

    private boolean goesOn = true;
    private boolean received;

    boolean isReading() {
        return goesOn;
    }

    /** Starts reading; whether it was not reading before. */
    boolean begin() {
        boolean begins = !goesOn;
        goesOn = true;
        return begins;
    }

    /** Called when a message has been passed on. */
    void received() {
        received = true;
    }

    /** Called when no more messages are passed on for now. */
    void complete() {
        goesOn &= !received;
        received = false;
    }
}
