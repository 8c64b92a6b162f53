package dev.larder.cluster.protocol;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Machines, a network between them, an origin and clients, all of it simulated: time passes from event to event. Messages
 * are late or lost, machines are cut off, stopped and killed, and their clocks go differently fast.
 */
final class SimulatedCluster {

    static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration HOLD = Duration.ofSeconds(1);
    private static final List<CacheTag> POOL = List.of(new CacheTag("pool"));

    final Random random;
    final LeaseSettings terms;
    final List<SimulatedMachine> machines;
    final Map<Integer, Stored> shared = new HashMap<>();
    final SimulatedResource[] registers;
    int reads;
    int hits;
    int writes;
    int holds;

    private final List<Set<Integer>> held;
    private final List<String> heldHits = new ArrayList<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Map<String, Long> lastDelivery = new HashMap<>();
    private long now;
    private long sequence;
    private int[] groups;
    private boolean[][] muted;

    /** A response in a store. */
    record Stored(int version, EpochStamp stamp) {}

    private record Event(long at, long sequence, Runnable action) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(sequence, other.sequence);
        }
    }

    SimulatedCluster(long seed, int size, int registers, boolean strict) {
        this.random = new Random(seed);
        this.terms = new LeaseSettings(LEASE, HOLD, strict, Optional.empty());
        this.groups = new int[size];
        this.muted = new boolean[size][size];
        this.registers = IntStream.range(0, registers)
                .mapToObj(i -> new SimulatedResource())
                .toArray(SimulatedResource[]::new);
        this.held = IntStream.range(0, registers)
                .<Set<Integer>>mapToObj(i -> new TreeSet<>())
                .toList();
        this.machines = IntStream.range(0, size)
                .mapToObj(number -> new SimulatedMachine(this, number))
                .toList();
        machines.forEach(machine -> at(random.nextInt(2_000_000_000), machine::boot));
    }

    long now() {
        return now;
    }

    Set<String> addresses() {
        return machines.stream().map(SimulatedMachine::address).collect(Collectors.toSet());
    }

    /** The tags of what a register's URL is answered with. */
    static Set<CacheTag> tags(int register) {
        return Set.of(new CacheTag("register " + register), POOL.get(0));
    }

    /** The tags of what a write to it makes wrong. */
    static Set<CacheTag> written(int register) {
        return Set.of(new CacheTag("register " + register));
    }

    void at(long delay, Runnable action) {
        events.add(new Event(now + delay, sequence++, action));
    }

    void run(Duration duration) {
        long end = now + duration.toNanos();
        while (!events.isEmpty() && events.peek().at() <= end) {
            Event next = events.remove();
            now = next.at();
            next.action().run();
        }
        now = end;
    }

    /** A few tenths of a millisecond; now and then much more. */
    long delay() {
        return random.nextInt(200) == 0 ? millis(1 + random.nextInt(700)) : 100_000 + random.nextInt(400_000);
    }

    static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    boolean linked(int from, int to) {
        return groups[from] == groups[to] && !muted[from][to];
    }

    /** Messages from some to some others do not arrive for a while; the other way round they do. */
    void mute(long nanos) {
        boolean[][] mine = new boolean[machines.size()][machines.size()];
        for (boolean[] row : mine) {
            for (int to = 0; to < row.length; to++) {
                row[to] = random.nextInt(3) == 0;
            }
        }
        muted = mine;
        at(nanos, () -> muted = muted == mine ? new boolean[mine.length][mine.length] : muted);
    }

    /** Cuts the machines into groups at random for a while. */
    void partition(long nanos) {
        groups = machines.stream().mapToInt(machine -> random.nextInt(2)).toArray();
        int[] mine = groups;
        at(nanos, () -> groups = groups == mine ? new int[groups.length] : groups);
    }

    /** One channel keeps its order; what meets a cut is lost or waits for its end, as with TCP. */
    void send(int from, int to, String channel, Runnable arrival) {
        if (random.nextInt(100) == 0) {
            return;
        }
        String link = from + channel + to;
        long then = Math.max(now + delay(), lastDelivery.getOrDefault(link, 0L) + 1);
        lastDelivery.put(link, then);
        at(then - now, () -> arrive(from, to, channel, arrival));
        if (random.nextInt(100) == 0) {
            at(then - now + delay(), () -> arrive(from, to, channel, arrival));
        }
    }

    private void arrive(int from, int to, String channel, Runnable arrival) {
        if (linked(from, to)) {
            arrival.run();
        } else if (random.nextInt(3) > 0) {
            String link = from + channel + to;
            long again = Math.max(now + millis(50), lastDelivery.getOrDefault(link, 0L) + 1);
            lastDelivery.put(link, again);
            at(again - now, () -> arrive(from, to, channel, arrival));
        }
    }

    /** A client asks some machine for a register. */
    void read(int register) {
        SimulatedMachine machine = machines.get(random.nextInt(machines.size()));
        long began = now;
        int floor = registers[register].released();
        int seen = registers[register].seen();
        machine.read(register, (version, hit) -> {
            reads++;
            hits += hit ? 1 : 0;
            if (hit && !held.get(register).isEmpty()) {
                heldHits.add(machine.number() + " at " + began + " answers what is held by " + held.get(register));
            }
            registers[register].read(
                    version, floor, seen, machine.number() + " at " + began + (hit ? " hit" : " miss"));
        });
    }

    /** Some machine buffers a write to a register; or, if it has one already, delivers it. */
    void buffer(int register) {
        SimulatedMachine machine = machines.get(random.nextInt(machines.size()));
        if (held.get(register).contains(machine.number())) {
            machine.deliver(register, () -> held.get(register).remove(machine.number()));
        } else {
            machine.buffer(register, () -> {
                held.get(register).add(machine.number());
                holds++;
            });
        }
    }

    /** A client writes a register through some machine. */
    void write(int register) {
        writes++;
        machines.get(random.nextInt(machines.size())).write(register, registers[register]);
    }

    List<String> violations() {
        List<String> all = new ArrayList<>(heldHits);
        for (SimulatedResource register : registers) {
            all.addAll(register.violations());
        }
        return all;
    }
}
