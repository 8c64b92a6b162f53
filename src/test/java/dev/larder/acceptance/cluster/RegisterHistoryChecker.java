package dev.larder.acceptance.cluster;

import dev.larder.acceptance.cluster.ConsistencyViolation.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * Judges histories of registers whose versions only grow (design 4.4). A read must return no less than any write that was
 * answered before the read began, and no less than any read that was over before it began. A write whose outcome no client
 * learnt counts from the first read that returned it. What one history tells counts for those checked after it.
 */
final class RegisterHistoryChecker {

    private final Map<String, RegisterOperation> written = new HashMap<>();
    private final Map<String, RegisterOperation> seen = new HashMap<>();

    /** What is wrong with a history whose operations, in any order, are all over. */
    List<ConsistencyViolation> check(List<RegisterOperation> history) {
        List<ConsistencyViolation> violations = new ArrayList<>();
        Queue<RegisterOperation> running = new PriorityQueue<>((one, other) -> Long.signum(one.end() - other.end()));
        for (RegisterOperation op : inOrder(history)) {
            while (!running.isEmpty() && running.element().before(op.begin())) {
                learn(running.remove());
            }
            judge(op, violations);
            running.add(op);
        }
        running.forEach(this::learn);
        return violations;
    }

    private static List<RegisterOperation> inOrder(List<RegisterOperation> history) {
        Comparator<RegisterOperation> byBegin = (one, other) -> Long.signum(one.begin() - other.begin());
        return history.stream()
                .filter(RegisterOperation::answered)
                .sorted(byBegin)
                .toList();
    }

    private void judge(RegisterOperation op, List<ConsistencyViolation> violations) {
        if (op.write()) {
            return;
        }
        compare(op, written, Kind.STALE_AFTER_WRITE, violations);
        compare(op, seen, Kind.OLD_AFTER_NEW, violations);
    }

    private static void compare(
            RegisterOperation read,
            Map<String, RegisterOperation> known,
            Kind kind,
            List<ConsistencyViolation> violations) {
        RegisterOperation latest = known.getOrDefault(read.register(), read);
        if (read.version() < latest.version()) {
            violations.add(new ConsistencyViolation(kind, read, latest));
        }
    }

    private void learn(RegisterOperation over) {
        (over.write() ? written : seen).merge(over.register(), over, RegisterHistoryChecker::later);
    }

    private static RegisterOperation later(RegisterOperation one, RegisterOperation other) {
        return one.version() >= other.version() ? one : other;
    }
}
