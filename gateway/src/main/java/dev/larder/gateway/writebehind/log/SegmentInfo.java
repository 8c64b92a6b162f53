package dev.larder.gateway.writebehind.log;

/**
 * A segment of a log.
 *
 * @param number larger than that of every older one
 * @param bytes that its records take, with its head
 */
public record SegmentInfo(long number, long bytes) {}
