package dev.larder.journal;

/**
 * A segment of a log.
 *
 * @param number larger than that of every older one
 * @param bytes of its header and records
 */
public record SegmentInfo(long number, long bytes) {}
