package dev.larder.journal;

/** Thrown when too many bytes already wait to be written. */
public final class LogBusyException extends LogException {

    private static final long serialVersionUID = 1L;

    LogBusyException() {
        super("too many bytes wait to be written to the log", null);
    }
}
