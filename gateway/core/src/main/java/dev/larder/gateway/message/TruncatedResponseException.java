package dev.larder.gateway.message;

import java.io.IOException;

/**
 * What a client has got of a response is not the whole, whatever has ended it. What has happened at the connection is another exception,
 * of the client of origins.
 */
public final class TruncatedResponseException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception at the place where the end was missed. */
    public TruncatedResponseException() {
        super("The origin's response ended before its announced end.");
    }
}
