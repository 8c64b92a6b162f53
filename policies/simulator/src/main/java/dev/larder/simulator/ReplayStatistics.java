package dev.larder.simulator;

/**
 * What a cache has achieved so far.
 *
 * <p>Its miss penalty is that of the RPC study: what the misses cost per kB that they fetch. A trace knows no latencies, so
 * the cost of a fetch is the packets it takes, 2 + s/536 for s bytes (one for the request, one for the answer, and more for
 * what a segment of 536 bytes does not hold).
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

    /** Part of the requests that were hits; 0 if there were no requests. */
    double hitRatio() {
        return requests == 0 ? 0 : (double) hits / requests;
    }

    /** Part of the bytes requested that were those of hits; 0 if there were none. */
    double byteHitRatio() {
        return bytes == 0 ? 0 : hitBytes / bytes;
    }

    /** Packets per 1,000 bytes fetched; 0 if nothing was. */
    double missPenalty() {
        double fetched = bytes - hitBytes;
        double packets = PACKETS_PER_MISS * (requests - hits) + fetched / BYTES_PER_PACKET;
        return fetched == 0 ? 0 : packets / (fetched / 1_000);
    }
}
