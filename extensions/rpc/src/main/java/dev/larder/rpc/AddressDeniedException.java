package dev.larder.rpc;

import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** Thrown when a name resolves only to denied addresses. The rest of the gateway treats it as a name that cannot be resolved. */
final class AddressDeniedException extends UnknownHostException {

    private static final long serialVersionUID = 1L;

    AddressDeniedException() {
        super("leads to no address to which this gateway connects for its clients");
    }

    /** Whether an error is caused by this exception. */
    static boolean is(@Nullable Throwable error) {
        return error != null && (error instanceof AddressDeniedException || is(error.getCause()));
    }
}
