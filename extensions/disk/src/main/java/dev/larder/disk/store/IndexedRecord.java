package dev.larder.disk.store;

import java.time.Instant;

/**
 * A record found in the index when the folder was opened.
 *
 * @param hash under which it is stored, one object for all references
 */
record IndexedRecord(Long hash, long sequence, long weight, long cost, Instant dropAfter) {}
