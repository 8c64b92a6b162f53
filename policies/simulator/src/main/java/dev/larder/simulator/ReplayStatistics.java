package dev.larder.simulator;

/**
 * The statistics of a cache so far.
 *
 * <p>The miss penalty is that of the RPC study: the cost of misses per kB fetched. A trace has no latencies, so the
 * cost of a fetch is its number of packets, 2 + s/536 for s bytes (one for the request, one for the answer, and more
 * for content beyond a segment of 536 bytes).
 */
final class ReplayStatistics {

    private static final double PACKETS_PER_MISS = 2;
    private static final double BYTES_PER_PACKET = 536;

    private long requests;
    private long hits;
    private double bytes;
    private double hitBytes;

    void hit(long size) {
        requests++;
        hits++;
        bytes += size;
        hitBytes += size;
    }

    void miss(long size) {
        requests++;
        bytes += size;
    }

    long requests() {
        return requests;
    }

    /** Returns the fraction of requests that were hits; 0 if there were no requests. */
    double hitRatio() {
        return requests == 0 ? 0 : (double) hits / requests;
    }

    /** Returns the fraction of requested bytes that were hits; 0 if there were none. */
    double byteHitRatio() {
        return bytes == 0 ? 0 : hitBytes / bytes;
    }

    /** Returns packets per 1,000 bytes fetched; 0 if nothing was fetched. */
    double missPenalty() {
        double fetched = bytes - hitBytes;
        double packets = PACKETS_PER_MISS * (requests - hits) + fetched / BYTES_PER_PACKET;
        return fetched == 0 ? 0 : packets / (fetched / 1_000);
    }
}
