package dev.larder.gateway.exchange;

import java.io.IOException;

/** A stored body cannot be read any more: it has gone or is damaged. Nothing of the answer has been sent yet. */
public final class BodyGoneException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Without a cause: there is nothing to add. */
    public BodyGoneException() {
        super("A stored body cannot be read any more.");
    }
}
