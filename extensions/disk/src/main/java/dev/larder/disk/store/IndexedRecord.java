package dev.larder.disk.store;

import java.time.Instant;

/**
 * A record that was found in the index when it was opened.
 *
 * @param hash under which it lies, one object for all who refer to it
 */
record IndexedRecord(Long hash, long sequence, long weight, long cost, Instant dropAfter) {}
