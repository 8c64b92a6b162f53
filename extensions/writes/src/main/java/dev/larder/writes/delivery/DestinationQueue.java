package dev.larder.writes.delivery;

import dev.larder.writes.DeliveryChannel;
import java.util.TreeMap;

/** The writes that may be sent to one address now, the next one of each key, by their numbers. */
final class DestinationQueue {

    final BatchAddress address;
    final TreeMap<Long, QueuedWrite> ready = new TreeMap<>();

    /** Number of runs in all queues with this destination. */
    int runs;

    private long count;
    private long bytes;
    private int urgent;

    DestinationQueue(BatchAddress address) {
        this.address = address;
    }

    /** Counts writes of one key that could be sent at once, or no longer. */
    void count(long writes, long octets, int urgentWrites) {
        count += writes;
        bytes += octets;
        urgent += urgentWrites;
    }

    boolean isFull(int atCount, DeliveryChannel.Flush flush) {
        return count >= atCount || bytes >= flush.bytes() || urgent > 0;
    }

    /** Returns the write that is sent first. */
    QueuedWrite first() {
        return ready.firstEntry().getValue();
    }
}
