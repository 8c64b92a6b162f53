package dev.larder.simulator;

import java.io.Closeable;
import java.io.IOException;

/** Reads the requests of a trace, once, in order. */
interface RequestReader extends Closeable {

    /**
     * Appends the next request.
     *
     * @return false at the end of the trace
     * @throws MalformedTraceException if what comes next is no request
     */
    boolean next(RequestBlock into) throws IOException;

    /** Which part of the trace has been read, 0 to 1, or a negative number if nobody knows. */
    double progress();

    /** Fills the block as far as the trace reaches. */
    default void fill(RequestBlock block) throws IOException {
        block.clear();
        boolean more = true;
        while (more && !block.isFull()) {
            more = next(block);
        }
    }
}
