package dev.larder.acceptance.cluster;

import dev.larder.acceptance.kit.RawClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** One client of the registers, with a connection to each member it has asked. */
final class Client implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long THOUGHT = TimeUnit.MILLISECONDS.toNanos(10);

    private final List<Member> choice;
    private final Registers registers;
    private final double writes;
    private final Random random;
    private final Map<Member, Link> connections = new HashMap<>();

    /** A client of any of these members, so large a share of whose requests are writes. */
    Client(List<Member> choice, Registers registers, double writes, long seed) {
        this.choice = choice;
        this.registers = registers;
        this.writes = writes;
        this.random = new Random(seed);
    }

    /** Thinks a while, then asks a member; one that is known not to be reachable only if there is no other. */
    void act(Consumer<Op> log) {
        LockSupport.parkNanos(random.nextLong(THOUGHT));
        List<Member> reachable = choice.stream().filter(Member::reachable).toList();
        Member member = any(reachable.isEmpty() ? choice : reachable);
        ask(member, registers.any(random), random.nextDouble() < writes, log);
    }

    @Override
    public void close() {
        new ArrayList<>(connections.keySet()).forEach(this::leave);
    }

    private void ask(Member member, String register, boolean write, Consumer<Op> log) {
        long begin = System.nanoTime();
        try {
            Op op = Registers.ask(connection(member), member.number(), register, write);
            log.accept(op);
            if (op.status() == 0) {
                leave(member);
            }
        } catch (UncheckedIOException e) {
            log.accept(new Op(register, write, member.number(), begin, System.nanoTime(), 0, 0, "no connection"));
        }
    }

    /** The connection to that member as it runs now. */
    private RawClient connection(Member member) {
        Link link = connections.get(member);
        if (link == null || link.starts() != member.starts()) {
            leave(member);
            link = new Link(member.starts(), member.connect().patience(PATIENCE));
            connections.put(member, link);
        }
        return link.connection();
    }

    private void leave(Member member) {
        Link link = connections.remove(member);
        if (link != null) {
            link.connection().close();
        }
    }

    private Member any(List<Member> members) {
        return members.get(random.nextInt(members.size()));
    }

    private record Link(int starts, RawClient connection) {}
}
