package dev.larder.warmup;

import java.io.IOException;
import java.util.List;

/** Lists targets, the most useful first. */
public interface WarmUpSource {

    /** Returns the name of the source for logs. */
    String name();

    /**
     * Reads the targets. Blocks.
     *
     * @param most maximum number of targets
     * @throws IOException if the source cannot be read
     */
    List<WarmUpTarget> read(int most) throws IOException;
}
