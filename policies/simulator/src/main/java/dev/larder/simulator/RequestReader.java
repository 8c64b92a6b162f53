package dev.larder.simulator;

import java.io.Closeable;
import java.io.IOException;

/** Reads the requests of a trace once, in order. */
interface RequestReader extends Closeable {

    /**
     * Appends the next request.
     *
     * @return false at the end of the trace
     * @throws MalformedTraceException if the next record is not a valid request
     */
    boolean readNext(RequestBlock into) throws IOException;

    /** Returns the fraction of the trace that has been read, 0 to 1, or a negative number if unknown. */
    double progress();

    /** Returns what was skipped so far. */
    default SkippedLines skipped() {
        return new SkippedLines();
    }

    /** Fills the block, unless the trace ends before. */
    default void fill(RequestBlock block) throws IOException {
        block.clear();
        boolean more = true;
        while (more && !block.isFull()) {
            more = readNext(block);
        }
    }
}
