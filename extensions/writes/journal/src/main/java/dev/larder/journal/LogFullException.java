package dev.larder.journal;

import org.jspecify.annotations.Nullable;

/** Thrown when the log has reached its maximum size, or the disk is full. */
public final class LogFullException extends LogException {

    private static final long serialVersionUID = 1L;

    LogFullException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
