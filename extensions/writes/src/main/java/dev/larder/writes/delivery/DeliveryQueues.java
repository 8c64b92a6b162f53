package dev.larder.writes.delivery;

import dev.larder.writes.DeliveryChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The waiting writes by key and by destination. A key with a write in progress or waiting for a retry is in no
 * destination. Every operation on one write takes time logarithmic in the number of keys. Not thread-safe.
 */
final class DeliveryQueues {

    private final DeliveryChannel channel;
    private final int fullAt;
    private final Map<String, DeliveryQueue> lanes = new HashMap<>();
    private final Map<BatchAddress, DestinationQueue> destinations = new HashMap<>();
    private final TreeMap<Long, DestinationQueue> byFirst = new TreeMap<>();
    private final TreeMap<Long, DestinationQueue> full = new TreeMap<>();
    private final Map<DestinationQueue, Long> indexed = new HashMap<>();
    private final PriorityQueue<DeliveryQueue> resting =
            new PriorityQueue<>(Comparator.<DeliveryQueue>comparingLong(queue -> queue.due)
                    .thenComparingLong(queue -> queue.head().write.number()));

    DeliveryQueues(DeliveryChannel channel) {
        this.channel = channel;
        this.fullAt = channel.bulk().isEmpty() ? 1 : channel.flush().count();
    }

    /** Adds the latest write of its key. */
    void add(QueuedWrite queued) {
        DeliveryQueue queue = lane(queued.write.key());
        leave(queue);
        queue.append(queued, destination(BatchAddress.of(channel, queued.write)));
        enter(queue);
    }

    /** Reserves the keys of a batch. */
    void hold(UnsettledBatch batch) {
        for (QueuedWrite queued : batch.writes) {
            DeliveryQueue queue = lane(queued.write.key());
            leave(queue);
            queue.flight = batch;
        }
    }

    /**
     * Releases the keys of a finished batch, and puts back the writes to be retried.
     *
     * @param due when each of these may be sent; the first of a key counts
     */
    void release(UnsettledBatch batch, Map<QueuedWrite, Long> due) {
        var again = new LinkedHashMap<DeliveryQueue, List<QueuedWrite>>();
        batch.writes.forEach(queued -> again.computeIfAbsent(lane(queued.write.key()), queue -> new ArrayList<>()));
        due.keySet()
                .forEach(queued -> again.computeIfAbsent(lane(queued.write.key()), queue -> new ArrayList<>())
                        .add(queued));
        again.forEach((queue, writes) -> {
            queue.flight = null;
            if (!writes.isEmpty()) {
                putBack(queue, writes);
                rest(queue, due.getOrDefault(writes.get(0), 0L));
            }
            enter(queue);
        });
    }

    private void putBack(DeliveryQueue queue, List<QueuedWrite> older) {
        for (int i = older.size() - 1; i >= 0; i--) {
            queue.putBack(older.get(i), destination(BatchAddress.of(channel, older.get(i).write)));
        }
    }

    private void rest(DeliveryQueue queue, long until) {
        queue.due = until;
        queue.resting = true;
        resting.add(queue);
    }

    /** Ends the waits that are over. */
    void wake(long now) {
        for (@Nullable DeliveryQueue queue = resting.peek();
                queue != null && queue.due <= now;
                queue = resting.peek()) {
            resting.poll();
            queue.resting = false;
            enter(queue);
        }
    }

    /** Returns when the next wait ends; {@link Long#MAX_VALUE} if there is none. */
    long nextRestOver() {
        @Nullable DeliveryQueue queue = resting.peek();
        return queue == null ? Long.MAX_VALUE : queue.due;
    }

    /** Whether no write of this key can be sent yet. */
    boolean isWaiting(String key, long now) {
        @Nullable DeliveryQueue queue = lanes.get(key);
        return queue != null
                && ((queue.resting && queue.due > now)
                        || (queue.flight != null && queue.flight.idle && queue.flight.due > now));
    }

    /** Returns the destination of the oldest write that may be sent. */
    Optional<DestinationQueue> oldest() {
        return Optional.ofNullable(byFirst.firstEntry()).map(Map.Entry::getValue);
    }

    /** Returns the destination with the oldest write among those that have a full batch. */
    Optional<DestinationQueue> full() {
        return Optional.ofNullable(full.firstEntry()).map(Map.Entry::getValue);
    }

    /** Removes the writes of one batch: the oldest first, several of one key only if allowed in one batch. */
    List<QueuedWrite> take(DestinationQueue destination) {
        List<QueuedWrite> taken = new ArrayList<>();
        Set<DeliveryQueue> touched = new LinkedHashSet<>();
        long bytes = 0;
        int limit = fullAt;
        var ids = new ItemIdsField();
        while (!destination.ready.isEmpty() && ids.hasRoom()) {
            QueuedWrite candidate = destination.first();
            limit = Math.min(limit, candidate.limit);
            bytes += candidate.write.length();
            if (!taken.isEmpty()
                    && (taken.size() >= limit || bytes > channel.flush().bytes())) {
                break;
            }
            DeliveryQueue queue = lane(candidate.write.key());
            queue.withdraw();
            taken.add(queue.take());
            if (channel.hasItemIdsField()) {
                ids.add(candidate.write.item());
            }
            touched.add(queue);
            if (queue.canExtendBatch(destination)) {
                queue.enterDestination();
            }
        }
        touched.stream().filter(queue -> queue.ready).forEach(DeliveryQueue::withdraw);
        index(destination);
        return taken;
    }

    private DeliveryQueue lane(String key) {
        return lanes.computeIfAbsent(key, absent -> new DeliveryQueue(absent, channel.sameKey()));
    }

    private DestinationQueue destination(BatchAddress address) {
        return destinations.computeIfAbsent(address, DestinationQueue::new);
    }

    private void leave(DeliveryQueue queue) {
        if (queue.ready) {
            queue.withdraw();
            index(queue.destination());
        }
    }

    private void enter(DeliveryQueue queue) {
        if (queue.flight != null || queue.resting || queue.ready) {
            return;
        }
        if (queue.isEmpty()) {
            lanes.remove(queue.key);
            return;
        }
        queue.enterDestination();
        index(queue.destination());
    }

    private void index(DestinationQueue destination) {
        @Nullable Long before = indexed.get(destination);
        @Nullable Long after = destination.ready.isEmpty() ? null : destination.ready.firstKey();
        if (before != null && !before.equals(after)) {
            byFirst.remove(before);
            full.remove(before);
            indexed.remove(destination);
        }
        if (after == null) {
            forget(destination);
            return;
        }
        indexed.put(destination, after);
        byFirst.put(after, destination);
        if (destination.isFull(fullAt, channel.flush())) {
            full.put(after, destination);
        } else {
            full.remove(after);
        }
    }

    private void forget(DestinationQueue destination) {
        if (destination.runs == 0) {
            destinations.remove(destination.address);
        }
    }
}
