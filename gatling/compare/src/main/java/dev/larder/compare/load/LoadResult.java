package dev.larder.compare.load;

/**
 * What a generator has done.
 *
 * @param requests answered
 * @param errors answers that are not 2xx or 3xx, and connections that broke or were too slow
 * @param seconds that it took
 * @param octets read, those of answers included that were not complete at the end
 */
public record LoadResult(long requests, long errors, double seconds, long octets) {}
