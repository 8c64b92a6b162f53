package dev.larder.journal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown when a record is not in the log, or it is unknown whether it is: it must not be acknowledged. */
public abstract class LogException extends IOException {

    private static final long serialVersionUID = 1L;

    LogException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
