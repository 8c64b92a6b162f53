package dev.larder.journal;

/** So much waits to be written already that no more may wait. */
public final class LogBusyException extends LogException {

    private static final long serialVersionUID = 1L;

    LogBusyException() {
        super("too many bytes wait to be written to the log", null);
    }
}
