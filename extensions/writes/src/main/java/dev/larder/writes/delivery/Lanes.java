package dev.larder.writes.delivery;

import dev.larder.writes.Channel;
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
 * What waits, by key and by destination. A key with a write under way, or at rest, is known to no destination. Every
 * operation on one write takes time in the logarithm of the number of keys. Not for use by several threads.
 */
final class Lanes {

    private final Channel channel;
    private final int fullAt;
    private final Map<String, Lane> lanes = new HashMap<>();
    private final Map<Address, Destination> destinations = new HashMap<>();
    private final TreeMap<Long, Destination> byFirst = new TreeMap<>();
    private final TreeMap<Long, Destination> full = new TreeMap<>();
    private final Map<Destination, Long> indexed = new HashMap<>();
    private final PriorityQueue<Lane> resting = new PriorityQueue<>(Comparator.<Lane>comparingLong(lane -> lane.due)
            .thenComparingLong(lane -> lane.head().write.number()));

    Lanes(Channel channel) {
        this.channel = channel;
        this.fullAt = channel.bulk().isEmpty() ? 1 : channel.flush().count();
    }

    /** Adds the latest write of its key. */
    void add(Waiting waiting) {
        Lane lane = lane(waiting.write.key());
        leave(lane);
        lane.append(waiting, destination(Address.of(channel, waiting.write)));
        enter(lane);
    }

    /** Closes the keys of a batch for others. */
    void hold(Flight flight) {
        for (Waiting waiting : flight.writes) {
            Lane lane = lane(waiting.write.key());
            leave(lane);
            lane.flight = flight;
        }
    }

    /**
     * Opens the keys of a batch that is over, and puts back what has to be sent again.
     *
     * @param due when each of these may be sent; the first of a key counts
     */
    void release(Flight flight, Map<Waiting, Long> due) {
        var again = new LinkedHashMap<Lane, List<Waiting>>();
        flight.writes.forEach(waiting -> again.computeIfAbsent(lane(waiting.write.key()), lane -> new ArrayList<>()));
        due.keySet()
                .forEach(waiting -> again.computeIfAbsent(lane(waiting.write.key()), lane -> new ArrayList<>())
                        .add(waiting));
        again.forEach((lane, writes) -> {
            lane.flight = null;
            if (!writes.isEmpty()) {
                putBack(lane, writes);
                rest(lane, due.getOrDefault(writes.get(0), 0L));
            }
            enter(lane);
        });
    }

    private void putBack(Lane lane, List<Waiting> older) {
        for (int i = older.size() - 1; i >= 0; i--) {
            lane.putBack(older.get(i), destination(Address.of(channel, older.get(i).write)));
        }
    }

    private void rest(Lane lane, long until) {
        lane.due = until;
        lane.resting = true;
        resting.add(lane);
    }

    /** Ends the rests that are over. */
    void wake(long now) {
        for (@Nullable Lane lane = resting.peek(); lane != null && lane.due <= now; lane = resting.peek()) {
            resting.poll();
            lane.resting = false;
            enter(lane);
        }
    }

    /** When the next rest is over; {@link Long#MAX_VALUE} if there is none. */
    long nextRestOver() {
        @Nullable Lane lane = resting.peek();
        return lane == null ? Long.MAX_VALUE : lane.due;
    }

    /** Whether nothing of this key can be sent before its time has come. */
    boolean rests(String key) {
        @Nullable Lane lane = lanes.get(key);
        return lane != null && (lane.resting || (lane.flight != null && lane.flight.idle));
    }

    /** The destination of the oldest write that may be sent. */
    Optional<Destination> oldest() {
        return Optional.ofNullable(byFirst.firstEntry()).map(Map.Entry::getValue);
    }

    /** Of the destinations that have a full batch, the one with the oldest write. */
    Optional<Destination> full() {
        return Optional.ofNullable(full.firstEntry()).map(Map.Entry::getValue);
    }

    /** Takes the writes of one batch away: the oldest first, several of one key only if they may go together. */
    List<Waiting> take(Destination destination) {
        List<Waiting> taken = new ArrayList<>();
        Set<Lane> touched = new LinkedHashSet<>();
        long bytes = 0;
        int limit = fullAt;
        var ids = new ItemIdsField();
        while (!destination.ready.isEmpty() && ids.hasRoom()) {
            Waiting candidate = destination.first();
            limit = Math.min(limit, candidate.limit);
            bytes += candidate.write.length();
            if (!taken.isEmpty()
                    && (taken.size() >= limit || bytes > channel.flush().bytes())) {
                break;
            }
            Lane lane = destination.ready.firstEntry().getValue();
            destination.withdraw(lane);
            taken.add(lane.take());
            if (channel.listsItemIds()) {
                ids.add(candidate.write.item());
            }
            touched.add(lane);
            if (lane.goesOn(destination)) {
                destination.enter(lane);
            }
        }
        touched.stream().filter(lane -> lane.ready).forEach(destination::withdraw);
        index(destination);
        return taken;
    }

    private Lane lane(String key) {
        return lanes.computeIfAbsent(key, absent -> new Lane(absent, channel.sameKey()));
    }

    private Destination destination(Address address) {
        return destinations.computeIfAbsent(address, Destination::new);
    }

    private void leave(Lane lane) {
        if (lane.ready) {
            lane.destination().withdraw(lane);
            index(lane.destination());
        }
    }

    private void enter(Lane lane) {
        if (lane.flight != null || lane.resting || lane.ready) {
            return;
        }
        if (lane.isEmpty()) {
            lanes.remove(lane.key);
            return;
        }
        lane.destination().enter(lane);
        index(lane.destination());
    }

    private void index(Destination destination) {
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

    private void forget(Destination destination) {
        if (destination.runs == 0) {
            destinations.remove(destination.address);
        }
    }
}
