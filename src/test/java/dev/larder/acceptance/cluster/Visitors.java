package dev.larder.acceptance.cluster;

import dev.larder.acceptance.kit.Crowd;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.Response;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/** Clients behind a load balancer: they read pages most of the time, and read and write registers now and then. */
final class Visitors {

    private static final int COUNT = 4;
    private static final long THOUGHT = TimeUnit.MILLISECONDS.toNanos(15);
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final Balancer balancer;
    private final Pages pages;
    private final Registers registers;
    private final AtomicIntegerArray visits = new AtomicIntegerArray(Net.SIZE);
    private final AtomicIntegerArray hits = new AtomicIntegerArray(Net.SIZE);
    private final Queue<Op> history = new ConcurrentLinkedQueue<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Crowd<Boolean> crowd;
    private volatile boolean over;

    Visitors(Balancer balancer, Pages pages, Registers registers, long seed) {
        this.balancer = balancer;
        this.pages = pages;
        this.registers = registers;
        this.crowd = Crowd.start(COUNT, number -> run(new Random(seed + number)));
    }

    /** Waits for so many more visits to pages through that member, and returns the share of hits among them. */
    double hitRatio(Member member, int more) {
        int number = member.number();
        int visitsBefore = visits.get(number);
        int hitsBefore = hits.get(number);
        Until.holds(more + " more visits through " + number, PATIENCE, () -> visits.get(number) - visitsBefore >= more);
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
    List<Op> stop() {
        over = true;
        crowd.results();
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

    private boolean visit(Member member, Random random) {
        String path = pages.paths().get(random.nextInt(pages.paths().size()));
        Response response = member.get(path);
        visits.incrementAndGet(member.number());
        if (response.hit()) {
            hits.incrementAndGet(member.number());
        }
        return response.content().equals("page " + path)
                || failures.add(path + " through " + member.number() + ": " + response);
    }

    private boolean use(Member member, Random random, boolean write) {
        try (RawClient client = member.connect()) {
            Op op = Registers.ask(client, member.number(), registers.any(random), write);
            history.add(op);
            return op.answered() || failures.add(op.toString());
        }
    }
}
