package dev.larder.acceptance.cluster;

import dev.larder.acceptance.kit.ConcurrentClients;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.ReceivedResponse;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/** Clients behind a load balancer: they read pages most of the time, and read and write registers now and then. */
final class BalancedClients {

    private static final int COUNT = 4;
    private static final long THOUGHT = TimeUnit.MILLISECONDS.toNanos(15);
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final LoadBalancer balancer;
    private final ReadOnlyPages pages;
    private final OriginRegisters registers;
    private final AtomicIntegerArray visits = new AtomicIntegerArray(ClusterNetwork.SIZE);
    private final AtomicIntegerArray hits = new AtomicIntegerArray(ClusterNetwork.SIZE);
    private final Queue<RegisterOperation> history = new ConcurrentLinkedQueue<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final ConcurrentClients<Boolean> clients;
    private volatile boolean over;

    BalancedClients(LoadBalancer balancer, ReadOnlyPages pages, OriginRegisters registers, long seed) {
        this.balancer = balancer;
        this.pages = pages;
        this.registers = registers;
        this.clients = ConcurrentClients.start(COUNT, number -> run(new Random(seed + number)));
    }

    /** Waits for so many more visits to pages through that member, and returns the share of hits among them. */
    double hitRatio(MemberProcess member, int more) {
        int number = member.number();
        int visitsBefore = visits.get(number);
        int hitsBefore = hits.get(number);
        RepeatedRequest.holds(
                more + " more visits through " + number, PATIENCE, () -> visits.get(number) - visitsBefore >= more);
        return (double) (hits.get(number) - hitsBefore) / (visits.get(number) - visitsBefore);
    }

    /** How many pages were read. */
    int visits() {
        return balancer.members().stream()
                .mapToInt(member -> visits.get(member.number()))
                .sum();
    }

    /** What went wrong so far. */
    List<String> failures() {
        return List.copyOf(failures);
    }

    /** Stops them and returns what they saw of the registers. */
    List<RegisterOperation> stop() {
        over = true;
        clients.results();
        return List.copyOf(history);
    }

    private boolean run(Random random) {
        while (!over) {
            LockSupport.parkNanos(random.nextLong(THOUGHT));
            int choice = random.nextInt(100);
            try {
                balancer.with(
                        random, member -> choice < 90 ? visit(member, random) : use(member, random, choice >= 98));
            } catch (RuntimeException e) {
                failures.add(e.toString());
            }
        }
        return true;
    }

    private boolean visit(MemberProcess member, Random random) {
        String path = pages.paths().get(random.nextInt(pages.paths().size()));
        ReceivedResponse response = member.get(path);
        visits.incrementAndGet(member.number());
        if (response.hit()) {
            hits.incrementAndGet(member.number());
        }
        return response.content().equals("page " + path)
                || failures.add(path + " through " + member.number() + ": " + response);
    }

    private boolean use(MemberProcess member, Random random, boolean write) {
        try (RawClient client = member.connect()) {
            RegisterOperation op = OriginRegisters.ask(client, member.number(), registers.any(random), write);
            history.add(op);
            return op.answered() || failures.add(op.toString());
        }
    }
}
