package dev.larder.writes.delivery;

import dev.larder.writes.DeliveryChannel;
import java.util.TreeMap;

/** The keys whose next write may be sent to one address now, by the number of that write. */
final class DestinationQueue {

    final BatchAddress address;
    final TreeMap<Long, DeliveryQueue> ready = new TreeMap<>();

    /** How many runs of writes anywhere go here. */
    int runs;

    private long count;
    private long bytes;
    private int urgent;

    DestinationQueue(BatchAddress address) {
        this.address = address;
    }

    void enter(DeliveryQueue lane) {
        lane.readyCount = lane.countAtOnce();
        lane.readyBytes = lane.bytesAtOnce();
        lane.readyNumber = lane.head().write.number();
        lane.readyUrgent = lane.head().urgent;
        lane.ready = true;
        ready.put(lane.readyNumber, lane);
        count(lane, 1);
    }

    void withdraw(DeliveryQueue lane) {
        ready.remove(lane.readyNumber);
        lane.ready = false;
        count(lane, -1);
    }

    private void count(DeliveryQueue lane, int sign) {
        count += sign * lane.readyCount;
        bytes += sign * lane.readyBytes;
        urgent += lane.readyUrgent ? sign : 0;
    }

    boolean isFull(int atCount, DeliveryChannel.Flush flush) {
        return count >= atCount || bytes >= flush.bytes() || urgent > 0;
    }

    /** The write that is sent first. */
    QueuedWrite first() {
        return ready.firstEntry().getValue().head();
    }
}
