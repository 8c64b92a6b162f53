package dev.larder.http.client;

import java.io.IOException;

/** Too many requests wait for a connection to the origin, or one has waited for too long. Nothing was sent. */
public final class OriginBusyException extends IOException {

    private static final long serialVersionUID = 1L;

    public OriginBusyException(String message) {
        super(message);
    }

    /** The condition is frequent under overload, and always has the same cause. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
