package dev.larder.gateway.message;

import java.io.IOException;

/** Thrown if the origin's response ends before its announced end. */
public final class TruncatedResponseException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception at the place where the end was missed. */
    public TruncatedResponseException() {
        super("The origin's response ended before its announced end.");
    }
}
