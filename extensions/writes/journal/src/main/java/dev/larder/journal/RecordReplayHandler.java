package dev.larder.journal;

import java.nio.ByteBuffer;

/** Is given the records that a log has when it is opened, in order. */
@FunctionalInterface
public interface RecordReplayHandler {

    /**
     * One record.
     *
     * @param content read-only; valid during the call only
     */
    void record(RecordPosition position, ByteBuffer content);
}
