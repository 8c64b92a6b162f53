package dev.larder.compare.load;

/**
 * What a generator has done.
 *
 * @param requests answered
 * @param errors answers that are not 2xx or 3xx, and connections that broke or were too slow
 * @param seconds that it took
 */
public record Sent(long requests, long errors, double seconds) {}
