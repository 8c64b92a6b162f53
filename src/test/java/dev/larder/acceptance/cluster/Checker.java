package dev.larder.acceptance.cluster;

import dev.larder.acceptance.cluster.Violation.Kind;
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
final class Checker {

    private final Map<String, Op> written = new HashMap<>();
    private final Map<String, Op> seen = new HashMap<>();

    /** What is wrong with a history whose operations, in any order, are all over. */
    List<Violation> check(List<Op> history) {
        List<Violation> violations = new ArrayList<>();
        Queue<Op> running = new PriorityQueue<>((one, other) -> Long.signum(one.end() - other.end()));
        for (Op op : inOrder(history)) {
            while (!running.isEmpty() && running.element().before(op.begin())) {
                learn(running.remove());
            }
            judge(op, violations);
            running.add(op);
        }
        running.forEach(this::learn);
        return violations;
    }

    private static List<Op> inOrder(List<Op> history) {
        Comparator<Op> byBegin = (one, other) -> Long.signum(one.begin() - other.begin());
        return history.stream().filter(Op::answered).sorted(byBegin).toList();
    }

    private void judge(Op op, List<Violation> violations) {
        if (op.write()) {
            return;
        }
        compare(op, written, Kind.STALE_AFTER_WRITE, violations);
        compare(op, seen, Kind.OLD_AFTER_NEW, violations);
    }

    private static void compare(Op read, Map<String, Op> known, Kind kind, List<Violation> violations) {
        Op latest = known.getOrDefault(read.register(), read);
        if (read.version() < latest.version()) {
            violations.add(new Violation(kind, read, latest));
        }
    }

    private void learn(Op over) {
        (over.write() ? written : seen).merge(over.register(), over, Checker::later);
    }

    private static Op later(Op one, Op other) {
        return one.version() >= other.version() ? one : other;
    }
}
