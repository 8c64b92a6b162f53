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
final class RegisterClient implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long THOUGHT = TimeUnit.MILLISECONDS.toNanos(10);

    private final List<MemberProcess> choice;
    private final OriginRegisters registers;
    private final double writes;
    private final Random random;
    private final Map<MemberProcess, Link> connections = new HashMap<>();

    /** A client of any of these members, so large a share of whose requests are writes. */
    RegisterClient(List<MemberProcess> choice, OriginRegisters registers, double writes, long seed) {
        this.choice = choice;
        this.registers = registers;
        this.writes = writes;
        this.random = new Random(seed);
    }

    /** Thinks a while, then asks a member; one that is known not to be reachable only if there is no other. */
    void act(Consumer<RegisterOperation> log) {
        LockSupport.parkNanos(random.nextLong(THOUGHT));
        List<MemberProcess> reachable =
                choice.stream().filter(MemberProcess::reachable).toList();
        MemberProcess member = any(reachable.isEmpty() ? choice : reachable);
        ask(member, registers.any(random), random.nextDouble() < writes, log);
    }

    @Override
    public void close() {
        new ArrayList<>(connections.keySet()).forEach(this::leave);
    }

    private void ask(MemberProcess member, String register, boolean write, Consumer<RegisterOperation> log) {
        long begin = System.nanoTime();
        try {
            RegisterOperation op = OriginRegisters.ask(connection(member), member.number(), register, write);
            log.accept(op);
            if (op.status() == 0) {
                leave(member);
            }
        } catch (UncheckedIOException e) {
            log.accept(new RegisterOperation(
                    register, write, member.number(), begin, System.nanoTime(), 0, 0, "no connection"));
        }
    }

    /** The connection to that member as it runs now. */
    private RawClient connection(MemberProcess member) {
        Link link = connections.get(member);
        if (link == null || link.starts() != member.starts()) {
            leave(member);
            link = new Link(member.starts(), member.connect().patience(PATIENCE));
            connections.put(member, link);
        }
        return link.connection();
    }

    private void leave(MemberProcess member) {
        Link link = connections.remove(member);
        if (link != null) {
            link.connection().close();
        }
    }

    private MemberProcess any(List<MemberProcess> members) {
        return members.get(random.nextInt(members.size()));
    }

    private record Link(int starts, RawClient connection) {}
}
