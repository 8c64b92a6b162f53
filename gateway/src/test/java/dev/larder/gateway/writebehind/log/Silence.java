package dev.larder.gateway.writebehind.log;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Keeps the log of the log quiet while its faults are provoked. */
final class Silence implements AutoCloseable {

    private final Logger logger = Logger.getLogger(SegmentLog.class.getName());

    Silence() {
        logger.setLevel(Level.OFF);
    }

    @Override
    public void close() {
        logger.setLevel(null);
    }
}
