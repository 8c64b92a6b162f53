package dev.larder.simulator;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.IOException;

/**
 * Computes the total bytes of the objects that a trace reads, each counted once at the size of its first read. Exact up
 * to some millions of objects; above, an estimate from a sample of the keys, so that memory stays bounded.
 */
final class TraceFootprint {

    private final int limit;
    private final Long2LongOpenHashMap sizes = new Long2LongOpenHashMap();
    private long bytes;
    private int halvings;

    private TraceFootprint(int limit) {
        this.limit = limit;
    }

    static long of(TraceSource trace, TerminalProgress progress) throws IOException {
        return of(trace, progress, 1 << 23);
    }

    /** Computes the footprint with at most this many objects in memory. */
    static long of(TraceSource trace, TerminalProgress progress, int limit) throws IOException {
        var footprint = new TraceFootprint(limit);
        var block = new RequestBlock();
        try (RequestReader requests = trace.open()) {
            for (requests.fill(block); block.count() > 0; requests.fill(block)) {
                for (int i = 0; i < block.count(); i++) {
                    if (!block.isWrite(i)) {
                        footprint.add(block.key(i), block.size(i));
                    }
                }
                progress.at(requests.progress());
            }
        }
        return footprint.bytes << footprint.halvings;
    }

    private void add(long key, long size) {
        if (isDrawn(key) && sizes.putIfAbsent(key, size) == sizes.defaultReturnValue()) {
            bytes += size;
            if (sizes.size() > limit) {
                halve();
            }
        }
    }

    private void halve() {
        halvings++;
        sizes.long2LongEntrySet().removeIf(object -> !isDrawn(object.getLongKey()));
        bytes = sizes.values().longStream().sum();
    }

    private boolean isDrawn(long key) {
        long mixed = (key ^ key >>> 32) * 0xd6e8_feb8_6659_fd93L;
        mixed = (mixed ^ mixed >>> 32) * 0xd6e8_feb8_6659_fd93L;
        return (mixed >>> 16 & (1L << halvings) - 1) == 0;
    }
}
