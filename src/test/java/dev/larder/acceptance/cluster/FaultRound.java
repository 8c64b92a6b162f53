package dev.larder.acceptance.cluster;

import dev.larder.acceptance.cluster.ConsistencyViolation.Kind;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What came of one round.
 *
 * @param name which round, and its fault
 * @param reads how many reads were answered
 * @param hits how many of them from a store
 * @param writes how many writes were answered
 * @param slowest the longest read and the longest write through a member that ran all the while
 * @param recovery from the end of the fault until there were hits through every member
 * @param violations reads that must not have happened
 * @param unanswered requests through members that ran all the while which failed or took too long
 */
record FaultRound(
        String name,
        long reads,
        long hits,
        long writes,
        SlowestOperations slowest,
        Duration recovery,
        List<ConsistencyViolation> violations,
        List<RegisterOperation> unanswered) {

    /** The longest that a read may take. */
    private static final Duration READ = Duration.ofSeconds(2);

    /** The longest that a write may take. */
    private static final Duration WRITE =
            ThreeMemberCluster.LEASE.plusSeconds(1).plus(OriginRegisters.SLOWEST);

    record SlowestOperations(Duration read, Duration write) {}

    static FaultRound of(
            String name,
            List<RegisterOperation> all,
            Duration recovery,
            List<ConsistencyViolation> violations,
            List<MemberProcess> members) {
        List<RegisterOperation> undisturbed = all.stream()
                .filter(op -> !members.get(op.member()).disturbed(op.begin(), op.end()))
                .toList();
        return new FaultRound(
                name,
                all.stream().filter(op -> op.answered() && !op.write()).count(),
                all.stream().filter(op -> op.answered() && op.hit()).count(),
                all.stream().filter(op -> op.answered() && op.write()).count(),
                new SlowestOperations(slowest(undisturbed, false), slowest(undisturbed, true)),
                recovery,
                violations,
                undisturbed.stream().filter(FaultRound::late).toList());
    }

    /** How many reads were behind an answered write. */
    long stale() {
        return violations.stream()
                .filter(violation -> violation.kind() == Kind.STALE_AFTER_WRITE)
                .count();
    }

    private static boolean late(RegisterOperation op) {
        return !op.answered() || op.time().compareTo(op.write() ? WRITE : READ) > 0;
    }

    private static Duration slowest(List<RegisterOperation> operations, boolean write) {
        return operations.stream()
                .filter(op -> op.write() == write)
                .map(RegisterOperation::time)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "round %s: %d reads, %d hits, %d writes, slowest read %d ms, slowest write %d ms, hits again after %d ms,"
                        + " stale after write %d, old after new %d, unanswered or late %d",
                name,
                reads,
                hits,
                writes,
                slowest.read.toMillis(),
                slowest.write.toMillis(),
                recovery.toMillis(),
                stale(),
                violations.size() - stale(),
                unanswered.size());
    }
}
