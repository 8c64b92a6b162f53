package dev.larder.cluster.protocol;

import dev.larder.cache.spi.Stamp;
import dev.larder.invalidation.Counts;
import dev.larder.invalidation.Hold.Extent;
import dev.larder.invalidation.Invalidation;
import dev.larder.invalidation.Ledger;
import dev.larder.invalidation.Moved;
import dev.larder.invalidation.Standing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A machine with a gateway on it: runs, is stopped, goes on; is killed, starts anew. */
final class Machine implements Outbox {

    private static final int COUNTERS = 64;

    private final World world;
    private final int number;
    private final double rate;
    private final long offset;
    private final Map<Integer, World.Stored> store = new HashMap<>();
    private final List<Runnable> outgoing = new ArrayList<>();
    private final List<Runnable> held = new ArrayList<>();

    private final DurableLog log;
    private boolean announced;
    private Ledger ledger = new Ledger(Counts.inMemory(COUNTERS, 0));
    private Member member;
    private boolean alive;
    private boolean stopped;
    private long suspended;
    private int life;
    private long writeNumber;
    private long longestWait;

    interface Answer {
        void of(int version, boolean hit);
    }

    Machine(World world, int number) {
        this.world = world;
        this.number = number;
        this.rate = 0.975 + world.random.nextDouble() * 0.05;
        this.offset = world.random.nextLong() >> 8;
        this.log = new DurableLog(new UUID(number, number));
        this.member = newMember();
    }

    private Member newMember() {
        return new Member(new UUID(world.random.nextLong(), number), address(), ledger, world.terms, this);
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
        return member.joined() && !member.isFounding();
    }

    boolean entitled() {
        return isUp() && member.entitled(leaseClock());
    }

    /** The longest that a publication here has waited, by the world's clock. */
    long longestWait() {
        return longestWait;
    }

    /** Stands still while the machine is suspended. */
    private long clock() {
        return offset + (long) ((world.now() - suspended) * rate);
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
        ledger = new Ledger(Counts.inMemory(COUNTERS, 0));
        member = newMember();
        act(() -> member.start(clock(), 1_000 + world.now() / 1_000, world.addresses()));
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
            world.at(nanos, () -> goOn(mine));
        }
    }

    /** As {@link #stop}, and the monotonic clock stands still. */
    void suspend(long nanos) {
        if (alive && !stopped) {
            stopped = true;
            int mine = life;
            long began = world.now();
            world.at(nanos, () -> {
                if (life == mine && alive) {
                    suspended += world.now() - began;
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
                if (member.joined() && member.isFounding()) {
                    world.shared.clear();
                    member.founded(clock());
                }
                if (member.joined() && !announced) {
                    announced = true;
                    publish(life, new Invalidation.Holds(log.all()), () -> {});
                }
                world.at((long) (world.terms.beat() / rate), () -> tick(life));
            });
        }
    }

    private void lookFor(String address) {
        world.machines.stream()
                .filter(other ->
                        other.address().equals(address) && !other.alive() && world.linked(number, other.number))
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

    private void receive(UUID to, Message message) {
        act(() -> {
            if (member.status(clock()).id().equals(to)) {
                member.receive(clock(), message);
            }
        });
    }

    private void receive(Message message) {
        act(() -> member.receive(clock(), message));
    }

    @Override
    public void broadcast(Message message) {
        world.machines.stream()
                .filter(other -> other != this)
                .forEach(other ->
                        outgoing.add(() -> world.send(number, other.number, "all", () -> other.receive(message))));
    }

    @Override
    public void send(UUID to, Message message) {
        Machine other = world.machines.get((int) to.getLeastSignificantBits());
        outgoing.add(() -> world.send(number, other.number, "one", () -> other.receive(to, message)));
    }

    @Override
    public void probe(UUID id, String address) {
        int mine = life;
        world.at(world.delay(), () -> {
            Machine other = world.machines.get((int) id.getLeastSignificantBits());
            if (life == mine && !other.alive && world.linked(number, other.number)) {
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
            World.Stored stored = world.random.nextBoolean() ? store.get(register) : world.shared.get(register);
            if (stored != null && usable(stored.stamp())) {
                answer.of(stored.version(), true);
                return;
            }
            Stamp stamp = Stamp.of(member.stamp(), World.tags(register));
            int mine = life;
            world.at(world.delay(), () -> {
                int version = world.registers[register].version();
                world.at(world.delay(), () -> fetched(mine, register, new World.Stored(version, stamp), answer));
            });
        });
    }

    private void fetched(int life, int register, World.Stored response, Answer answer) {
        act(() -> {
            if (this.life == life) {
                if (usable(response.stamp())) {
                    store.put(register, response);
                    world.at(world.delay() / 2, () -> world.shared.put(register, response));
                }
                answer.of(response.version(), false);
            }
        });
    }

    private boolean usable(Stamp stamp) {
        return member.entitled(leaseClock()) && ledger.judge(stamp) == Standing.USABLE;
    }

    /** Fences, writes, invalidates, answers. */
    void write(int register, Register origin) {
        act(() -> {
            if (!mayWrite()) {
                return;
            }
            int mine = life;
            long write = ++writeNumber;
            publish(
                    mine,
                    new Invalidation.WriteBegins(write, World.written(register)),
                    () -> world.at(world.delay(), () -> {
                        int version = origin.write();
                        world.at(world.delay(), () -> answered(mine, write, register, () -> origin.released(version)));
                    }));
        });
    }

    /** Acknowledges a write that it will deliver later. */
    void buffer(int register, Runnable acknowledge) {
        act(() -> {
            if (announced) {
                int write = log.add(register);
                publish(life, new Invalidation.Holds(log.says(Extent.MORE, Set.of(register))), () -> {
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
                publish(life, new Invalidation.Holds(log.says(Extent.LESS, Set.of(register))), () -> {});
            }
        });
    }

    private void answered(int life, long write, int register, Runnable release) {
        act(() -> {
            if (this.life == life) {
                publish(life, new Invalidation.Tags(World.written(register)), () -> {
                    publish(life, new Invalidation.WriteEnds(write, World.written(register)), () -> {});
                    release.run();
                });
            }
        });
    }

    private void publish(int life, Invalidation message, Runnable then) {
        long began = world.now();
        CompletableFuture<Moved> done = member.publish(clock(), message);
        done.thenRun(() -> act(() -> {
            if (this.life == life) {
                longestWait = Math.max(longestWait, world.now() - began);
                then.run();
            }
        }));
    }
}
