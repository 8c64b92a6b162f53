package dev.larder.warmup;

import java.io.IOException;

/** Lists targets, the most useful first. */
public interface WarmUpSource {

    /** Returns the name of the source for logs. */
    String name();

    /**
     * Reads the targets. Blocks. What is only a part of the source is told, and does not discard the rest.
     *
     * @param most maximum number of targets
     * @throws IOException if the source cannot be read
     */
    WarmUpListing read(int most) throws IOException;
}
