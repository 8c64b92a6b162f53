package dev.larder.journal;

import java.nio.ByteBuffer;

/** Receives the records of a log in order when it is opened. */
@FunctionalInterface
public interface RecordReplayHandler {

    /**
     * Receives one record.
     *
     * @param content read-only; valid during the call only
     */
    void record(RecordPosition position, ByteBuffer content);
}
