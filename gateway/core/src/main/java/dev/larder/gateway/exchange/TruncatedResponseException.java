package dev.larder.gateway.exchange;

import java.io.IOException;

/** The origin's response ended before its announced end. */
public final class TruncatedResponseException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Made where the end was missed. */
    public TruncatedResponseException() {
        super("The origin's response ended before its announced end.");
    }
}
