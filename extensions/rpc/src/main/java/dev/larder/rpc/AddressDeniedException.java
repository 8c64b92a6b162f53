package dev.larder.rpc;

import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** A name leads only to addresses to which nobody may connect. To the rest of the gateway it is one that cannot be resolved. */
final class AddressDeniedException extends UnknownHostException {

    private static final long serialVersionUID = 1L;

    AddressDeniedException() {
        super("leads to no address to which this gateway connects for its clients");
    }

    /** Whether that is what an error comes from. */
    static boolean is(@Nullable Throwable error) {
        return error != null && (error instanceof AddressDeniedException || is(error.getCause()));
    }
}
