package dev.larder.journal;

import org.jspecify.annotations.Nullable;

/** The disk has refused to write or to sync. */
public final class LogFailedException extends LogException {

    private static final long serialVersionUID = 1L;

    LogFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
