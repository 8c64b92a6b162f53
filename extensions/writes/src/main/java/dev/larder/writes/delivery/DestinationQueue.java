package dev.larder.writes.delivery;

import dev.larder.writes.DeliveryChannel;
import java.util.TreeMap;

/** The keys whose next write may be sent to one address now, by the number of that write. */
final class DestinationQueue {

    final BatchAddress address;
    final TreeMap<Long, DeliveryQueue> ready = new TreeMap<>();

    /** Number of runs in all queues with this destination. */
    int runs;

    private long count;
    private long bytes;
    private int urgent;

    DestinationQueue(BatchAddress address) {
        this.address = address;
    }

    void enter(DeliveryQueue queue) {
        queue.readyCount = queue.countAtOnce();
        queue.readyBytes = queue.bytesAtOnce();
        queue.readyNumber = queue.head().write.number();
        queue.readyUrgent = queue.head().urgent;
        queue.ready = true;
        ready.put(queue.readyNumber, queue);
        count(queue, 1);
    }

    void withdraw(DeliveryQueue queue) {
        ready.remove(queue.readyNumber);
        queue.ready = false;
        count(queue, -1);
    }

    private void count(DeliveryQueue queue, int sign) {
        count += sign * queue.readyCount;
        bytes += sign * queue.readyBytes;
        urgent += queue.readyUrgent ? sign : 0;
    }

    boolean isFull(int atCount, DeliveryChannel.Flush flush) {
        return count >= atCount || bytes >= flush.bytes() || urgent > 0;
    }

    /** Returns the write that is sent first. */
    QueuedWrite first() {
        return ready.firstEntry().getValue().head();
    }
}
