package dev.larder.journal;

import org.jspecify.annotations.Nullable;

/** Thrown when the disk has failed to write or to sync. */
public final class LogFailedException extends LogException {

    private static final long serialVersionUID = 1L;

    LogFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
