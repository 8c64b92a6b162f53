package dev.larder.http;

/**
 * Whether anything is read from a client's connection, as a handler in it sees that: from when it is asked to read until what
 * has come of it is complete. A decoder before the handler reads on by itself until it has something to pass on.
 */
final class ReadActivity {

    private boolean goesOn = true;
    private boolean received;

    boolean goesOn() {
        return goesOn;
    }

    /** Whether it begins with this. */
    boolean begin() {
        boolean begins = !goesOn;
        goesOn = true;
        return begins;
    }

    /** Something has been passed on. */
    void received() {
        received = true;
    }

    /** Nothing more is passed on for now. */
    void complete() {
        goesOn &= !received;
        received = false;
    }
}
