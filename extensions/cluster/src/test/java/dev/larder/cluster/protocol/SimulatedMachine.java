package dev.larder.cluster.protocol;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.EntryStatus;
import dev.larder.invalidation.EpochChange;
import dev.larder.invalidation.EpochCounters;
import dev.larder.invalidation.InvalidationMessage;
import dev.larder.invalidation.InvalidationState;
import dev.larder.invalidation.PendingWriteMarker.Extent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A machine with a gateway on it: runs, is stopped, goes on; is killed, starts anew. */
final class SimulatedMachine implements MemberActions {

    private static final int COUNTERS = 64;

    private final SimulatedCluster simulatedCluster;
    private final int number;
    private final double rate;
    private final long offset;
    private final Map<Integer, SimulatedCluster.Stored> store = new HashMap<>();
    private final List<Runnable> outgoing = new ArrayList<>();
    private final List<Runnable> held = new ArrayList<>();

    private final SimulatedWriteLog log;
    private boolean announced;
    private InvalidationState state = new InvalidationState(EpochCounters.inMemory(COUNTERS, 0));
    private ClusterMember member;
    private boolean alive;
    private boolean stopped;
    private long suspended;
    private int life;
    private long writeNumber;
    private long longestWait;

    interface Answer {
        void of(int version, boolean hit);
    }

    SimulatedMachine(SimulatedCluster simulatedCluster, int number) {
        this.simulatedCluster = simulatedCluster;
        this.number = number;
        this.rate = 0.975 + simulatedCluster.random.nextDouble() * 0.05;
        this.offset = simulatedCluster.random.nextLong() >> 8;
        this.log = new SimulatedWriteLog(new UUID(number, number));
        this.member = newMember();
    }

    private ClusterMember newMember() {
        return new ClusterMember(
                new UUID(simulatedCluster.random.nextLong(), number), address(), state, simulatedCluster.terms, this);
    }

    int number() {
        return number;
    }

    String address() {
        return "machine " + number;
    }

    boolean alive() {
        return alive;
    }

    boolean isUp() {
        return alive && !stopped && mayWrite();
    }

    private boolean mayWrite() {
        return member.hasJoined() && !member.isFounding();
    }

    boolean entitled() {
        return isUp() && member.mayUseStore(leaseClock());
    }

    /** The longest that a publication here has waited, by the world's clock. */
    long longestWait() {
        return longestWait;
    }

    /** Stands still while the machine is suspended. */
    private long clock() {
        return offset + (long) ((simulatedCluster.now() - suspended) * rate);
    }

    private long leaseClock() {
        return clock() + suspended;
    }

    void boot() {
        if (alive) {
            return;
        }
        alive = true;
        life++;
        announced = false;
        log.opened();
        store.clear();
        state = new InvalidationState(EpochCounters.inMemory(COUNTERS, 0));
        member = newMember();
        act(() -> member.start(clock(), 1_000 + simulatedCluster.now() / 1_000, simulatedCluster.addresses()));
        tick(life);
    }

    void kill() {
        alive = false;
        stopped = false;
        held.clear();
    }

    void stop(long nanos) {
        if (alive && !stopped) {
            stopped = true;
            int mine = life;
            simulatedCluster.at(nanos, () -> goOn(mine));
        }
    }

    /** As {@link #stop}, and the monotonic clock stands still. */
    void suspend(long nanos) {
        if (alive && !stopped) {
            stopped = true;
            int mine = life;
            long began = simulatedCluster.now();
            simulatedCluster.at(nanos, () -> {
                if (life == mine && alive) {
                    suspended += simulatedCluster.now() - began;
                    goOn(mine);
                }
            });
        }
    }

    private void goOn(int life) {
        if (this.life == life && alive) {
            stopped = false;
            List<Runnable> missed = List.copyOf(held);
            held.clear();
            missed.forEach(this::act);
        }
    }

    private void tick(int life) {
        if (this.life == life && alive) {
            act(() -> {
                member.tick(clock());
                member.expected().forEach(this::lookFor);
                if (member.hasJoined() && member.isFounding()) {
                    simulatedCluster.shared.clear();
                    member.founded(clock());
                }
                if (member.hasJoined() && !announced) {
                    announced = true;
                    publish(life, new InvalidationMessage.PendingWriteUpdate(log.all()), () -> {});
                }
                simulatedCluster.at((long) (simulatedCluster.terms.beat() / rate), () -> tick(life));
            });
        }
    }

    private void lookFor(String address) {
        simulatedCluster.machines.stream()
                .filter(other -> other.address().equals(address)
                        && !other.alive()
                        && simulatedCluster.linked(number, other.number))
                .forEach(other -> member.absent(clock(), address));
    }

    /** Runs now, or when the process goes on; what it sends leaves when it is done. */
    private void act(Runnable action) {
        if (!alive) {
            return;
        }
        if (stopped) {
            held.add(action);
            return;
        }
        member.lead(suspended);
        action.run();
        while (!outgoing.isEmpty()) {
            outgoing.remove(0).run();
        }
    }

    private void receive(UUID to, ClusterMessage message) {
        act(() -> {
            if (member.status(clock()).id().equals(to)) {
                member.receive(clock(), message);
            }
        });
    }

    private void receive(ClusterMessage message) {
        act(() -> member.receive(clock(), message));
    }

    @Override
    public void broadcast(ClusterMessage message) {
        simulatedCluster.machines.stream()
                .filter(other -> other != this)
                .forEach(other -> outgoing.add(
                        () -> simulatedCluster.send(number, other.number, "all", () -> other.receive(message))));
    }

    @Override
    public void send(UUID to, ClusterMessage message) {
        SimulatedMachine other = simulatedCluster.machines.get((int) to.getLeastSignificantBits());
        outgoing.add(() -> simulatedCluster.send(number, other.number, "one", () -> other.receive(to, message)));
    }

    @Override
    public void probe(UUID id, String address) {
        int mine = life;
        simulatedCluster.at(simulatedCluster.delay(), () -> {
            SimulatedMachine other = simulatedCluster.machines.get((int) id.getLeastSignificantBits());
            if (life == mine && !other.alive && simulatedCluster.linked(number, other.number)) {
                act(() -> member.dead(clock(), id));
            }
        });
    }

    @Override
    public void run(Runnable completion) {
        outgoing.add(completion);
    }

    /** Answers from a store if it may, else asks the origin. */
    void read(int register, Answer answer) {
        act(() -> {
            if (!mayWrite()) {
                return;
            }
            SimulatedCluster.Stored stored =
                    simulatedCluster.random.nextBoolean() ? store.get(register) : simulatedCluster.shared.get(register);
            if (stored != null && usable(stored.stamp())) {
                answer.of(stored.version(), true);
                return;
            }
            EpochStamp stamp = EpochStamp.of(member.stamp(), SimulatedCluster.tags(register));
            int mine = life;
            simulatedCluster.at(simulatedCluster.delay(), () -> {
                int version = simulatedCluster.registers[register].version();
                simulatedCluster.at(
                        simulatedCluster.delay(),
                        () -> fetched(mine, register, new SimulatedCluster.Stored(version, stamp), answer));
            });
        });
    }

    private void fetched(int life, int register, SimulatedCluster.Stored response, Answer answer) {
        act(() -> {
            if (this.life == life) {
                if (usable(response.stamp())) {
                    store.put(register, response);
                    simulatedCluster.at(
                            simulatedCluster.delay() / 2, () -> simulatedCluster.shared.put(register, response));
                }
                answer.of(response.version(), false);
            }
        });
    }

    private boolean usable(EpochStamp stamp) {
        return member.mayUseStore(leaseClock()) && state.judge(stamp) == EntryStatus.USABLE;
    }

    /** Fences, writes, invalidates, answers. */
    void write(int register, SimulatedResource origin) {
        act(() -> {
            if (!mayWrite()) {
                return;
            }
            int mine = life;
            long write = ++writeNumber;
            publish(
                    mine,
                    new InvalidationMessage.WriteStart(write, fenced(write, register), unfenced(write, register)),
                    () -> simulatedCluster.at(simulatedCluster.delay(), () -> {
                        boolean fences = !fenced(write, register).isEmpty();
                        int version = fences ? origin.write() : origin.writeUnfenced();
                        simulatedCluster.at(
                                simulatedCluster.delay(),
                                () -> answered(mine, write, register, () -> origin.released(version)));
                    }));
        });
    }

    /** Acknowledges a write that it will deliver later. */
    void buffer(int register, Runnable acknowledge) {
        act(() -> {
            if (announced) {
                int write = log.add(register);
                publish(
                        life,
                        new InvalidationMessage.PendingWriteUpdate(log.says(Extent.MORE, Set.of(register))),
                        () -> {
                            if (log.isWaiting(register, write)) {
                                acknowledge.run();
                            }
                        });
            }
        });
    }

    /** Has delivered what it has acknowledged. */
    void deliver(int register, Runnable delivered) {
        act(() -> {
            if (announced) {
                log.remove(register);
                delivered.run();
                publish(
                        life,
                        new InvalidationMessage.PendingWriteUpdate(log.says(Extent.LESS, Set.of(register))),
                        () -> {});
            }
        });
    }

    /** Every third write has no budget for a fence. */
    private static Set<CacheTag> fenced(long write, int register) {
        return write % 3 == 0 ? Set.of() : SimulatedCluster.written(register);
    }

    private static Set<CacheTag> unfenced(long write, int register) {
        return write % 3 == 0 ? SimulatedCluster.written(register) : Set.of();
    }

    private void answered(int life, long write, int register, Runnable release) {
        act(() -> {
            if (this.life == life) {
                publish(life, new InvalidationMessage.TagInvalidation(SimulatedCluster.written(register)), () -> {
                    publish(
                            life,
                            new InvalidationMessage.WriteEnd(write, fenced(write, register), unfenced(write, register)),
                            () -> {});
                    release.run();
                });
            }
        });
    }

    private void publish(int life, InvalidationMessage message, Runnable then) {
        long began = simulatedCluster.now();
        CompletableFuture<EpochChange> done = member.publish(clock(), message);
        done.thenRun(() -> act(() -> {
            if (this.life == life) {
                longestWait = Math.max(longestWait, simulatedCluster.now() - began);
                then.run();
            }
        }));
    }
}
