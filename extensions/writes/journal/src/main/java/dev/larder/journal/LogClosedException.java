package dev.larder.journal;

/** Thrown when the log has been closed. */
public final class LogClosedException extends LogException {

    private static final long serialVersionUID = 1L;

    LogClosedException() {
        super("the log is closed", null);
    }
}
