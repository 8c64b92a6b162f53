package dev.larder.journal;

import org.jspecify.annotations.Nullable;

/** The log has as many bytes as it may have, or the disk is full. */
public final class LogFullException extends LogException {

    private static final long serialVersionUID = 1L;

    LogFullException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
