package dev.larder.writes.buffer;

import dev.larder.writes.buffer.WriteLogRecord.Fate;

/**
 * A write that has been delivered or is dead.
 *
 * @param kept its state before
 */
record ConcludedWrite(PendingWrite kept, Fate fate) {}
