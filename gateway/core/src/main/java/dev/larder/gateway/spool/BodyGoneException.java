package dev.larder.gateway.spool;

import java.io.IOException;

/** A stored body cannot be read any more: its file has gone or is damaged. Nothing of the answer has been sent yet. */
public final class BodyGoneException extends IOException {

    private static final long serialVersionUID = 1L;

    BodyGoneException() {
        super("A stored body cannot be read any more.");
    }
}
