package dev.larder.gateway.store;

import java.io.IOException;

/** Thrown if a stored body was removed or is damaged and cannot be read any more. Nothing of the response has been sent. */
public final class BodyGoneException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception without a cause. */
    public BodyGoneException() {
        super("A stored body cannot be read any more.");
    }
}
