package dev.larder.acceptance.cluster;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.RawClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Clients that read and write registers until they are told to stop. For each member there is a reader that asks it alone,
 * whatever befalls it; the others ask whoever is not known to be lost.
 */
final class RegisterLoad {

    private static final int READERS = 2;
    private static final int WRITERS = 3;
    private static final double WRITES = 0.15;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final OriginRegisters registers;
    private final List<RegisterClient> clients = new ArrayList<>();
    private final Queue<RegisterOperation> history = new ConcurrentLinkedQueue<>();
    private final AtomicIntegerArray hits = new AtomicIntegerArray(ClusterNetwork.SIZE);
    private final List<CompletableFuture<Boolean>> slow = new ArrayList<>();
    private final CountDownLatch failed = new CountDownLatch(1);
    private final ConcurrentClients<Boolean> concurrentClients;
    private volatile boolean over;

    /** Starts clients of these members. */
    RegisterLoad(List<MemberProcess> members, OriginRegisters registers, long seed) {
        this.registers = registers;
        members.forEach(
                member -> clients.add(new RegisterClient(List.of(member), registers, 0, seed + clients.size())));
        for (int i = 0; i < READERS + WRITERS; i++) {
            clients.add(new RegisterClient(members, registers, i < READERS ? 0 : WRITES, seed + clients.size()));
        }
        concurrentClients = ConcurrentClients.start(clients.size(), number -> run(clients.get(number)));
    }

    /** Lets the clients go on for that long, unless one of them fails. */
    void proceed(Duration time) {
        try {
            if (failed.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
                stop();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Begins a write through that member, and returns when the origin has it and has not answered it yet. */
    void beginWrite(MemberProcess member, String register) {
        int before = registers.slow();
        slow.add(ConcurrentClients.one(() -> write(member, register)));
        RepeatedRequest.holds(
                "the origin has a write through " + member.number(), PATIENCE, () -> registers.slow() > before);
    }

    /** Waits until each of these members has answered so many more requests from a store, and returns how long that took. */
    Duration awaitHits(List<MemberProcess> members, int count, Duration patience) {
        int[] wanted = members.stream()
                .mapToInt(member -> hits.get(member.number()) + count)
                .toArray();
        return RepeatedRequest.holds("each member has hits again, of " + members.size(), patience, () -> {
            for (int i = 0; i < wanted.length; i++) {
                if (hits.get(members.get(i).number()) < wanted[i]) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Stops the clients and returns what they saw; fails if one of them got what is nothing at all. */
    List<RegisterOperation> stop() {
        over = true;
        concurrentClients.results();
        slow.forEach(ConcurrentClients::join);
        return List.copyOf(history);
    }

    private boolean write(MemberProcess member, String register) {
        try (RawClient connection = member.connect().patience(PATIENCE)) {
            return log(OriginRegisters.writeSlowly(connection, member.number(), register));
        }
    }

    private boolean run(RegisterClient client) {
        try (client) {
            while (!over) {
                client.act(this::log);
            }
            return true;
        } catch (RuntimeException | Error e) {
            failed.countDown();
            throw e;
        }
    }

    private boolean log(RegisterOperation op) {
        if (op.hit()) {
            hits.incrementAndGet(op.member());
        }
        return history.add(op);
    }
}
