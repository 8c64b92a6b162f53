package dev.larder.acceptance.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A random history over a cluster, in rounds of one fault each, which strikes while a write through its victim is under way;
 * the checker judges every round.
 */
final class ClusterFaultHistory {

    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final Duration CALM = Duration.ofMillis(400);
    private static final Duration HEALED = Duration.ofSeconds(20);
    private static final int PRINTED = 5;

    private final ThreeMemberCluster cluster;
    private final OriginRegisters registers;
    private final Random random;
    private final ClusterFaults faults;
    private final RegisterHistoryChecker checker = new RegisterHistoryChecker();
    private final List<FaultRound> rounds = new ArrayList<>();

    ClusterFaultHistory(ThreeMemberCluster cluster, long seed) {
        System.out.println("larder.history.seed=" + seed);
        this.cluster = cluster;
        this.registers = new OriginRegisters("h" + NEXT.incrementAndGet() + "p").at(cluster);
        this.random = new Random(seed);
        this.faults = new ClusterFaults(cluster, random);
    }

    /** So many rounds with a fault each; after each, hits must come again through every member. */
    ClusterFaultHistory run(int count) {
        for (int number = 1; number <= count; number++) {
            ClusterFault fault = faults.next();
            RegisterLoad load = new RegisterLoad(cluster.members(), registers, random.nextLong());
            Duration recovery = Duration.ZERO;
            try {
                load.proceed(CALM);
                recovery = strike(fault, load);
                load.proceed(CALM);
            } finally {
                judge(number + " of " + count + ": " + fault, load.stop(), recovery);
            }
        }
        return this;
    }

    /** A round without a fault, through these members only. */
    ClusterFaultHistory calm(List<MemberProcess> members, Duration time) {
        RegisterLoad load = new RegisterLoad(members, registers, random.nextLong());
        load.proceed(time);
        judge("no fault, " + members.size() + " members", load.stop(), Duration.ZERO);
        return this;
    }

    /** The rounds so far. */
    List<FaultRound> rounds() {
        return rounds;
    }

    /** All reads that must not have happened. */
    List<ConsistencyViolation> violations() {
        return rounds.stream().flatMap(round -> round.violations().stream()).toList();
    }

    /** All requests that were not answered, or too late, without their member being to blame. */
    List<RegisterOperation> unanswered() {
        return rounds.stream().flatMap(round -> round.unanswered().stream()).toList();
    }

    private Duration strike(ClusterFault fault, RegisterLoad load) {
        load.beginWrite(cluster.member(fault.victim()), registers.any(random));
        fault.strike().run();
        try {
            load.proceed(fault.time());
        } finally {
            fault.heal().run();
        }
        return load.awaitHits(cluster.members(), 1, HEALED);
    }

    private void judge(String name, List<RegisterOperation> operations, Duration recovery) {
        FaultRound round = FaultRound.of(name, operations, recovery, checker.check(operations), cluster.members());
        rounds.add(round);
        System.out.println(round);
        round.violations().stream().limit(PRINTED).forEach(System.out::println);
        round.unanswered().stream().limit(PRINTED).forEach(op -> System.out.println("unanswered, or late: " + op));
        cluster.origin().forget();
    }

    /** The rounds in one line. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d rounds: %d reads, %.1f %% hits, %d writes, slowest read %d ms, slowest write %d ms, slowest healing %d ms,"
                        + " stale after write %d, old after new %d, unanswered or late %d",
                rounds.size(),
                rounds.stream().mapToLong(FaultRound::reads).sum(),
                100.0
                        * rounds.stream().mapToLong(FaultRound::hits).sum()
                        / Math.max(
                                1, rounds.stream().mapToLong(FaultRound::reads).sum()),
                rounds.stream().mapToLong(FaultRound::writes).sum(),
                rounds.stream()
                        .mapToLong(round -> round.slowest().read().toMillis())
                        .max()
                        .orElse(0),
                rounds.stream()
                        .mapToLong(round -> round.slowest().write().toMillis())
                        .max()
                        .orElse(0),
                rounds.stream()
                        .mapToLong(round -> round.recovery().toMillis())
                        .max()
                        .orElse(0),
                rounds.stream().mapToLong(FaultRound::stale).sum(),
                violations().size()
                        - rounds.stream().mapToLong(FaultRound::stale).sum(),
                unanswered().size());
    }
}
