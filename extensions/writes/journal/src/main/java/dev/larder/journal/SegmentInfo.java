package dev.larder.journal;

/**
 * A segment of a log.
 *
 * @param number larger than that of every older one
 * @param bytes that its records take, with its head
 */
public record SegmentInfo(long number, long bytes) {}
