package dev.larder.gateway.observe.audit;

import dev.larder.invalidation.Couplings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which couplings are missing, told from stale hits. The write that made an answer wrong is among those since it was fetched;
 * which of them it was shows in how many answers agreed although the same pool had been written to.
 */
final class CouplingAdvisor {

    /** Fewer stale hits than this explain nothing. */
    static final int LEAST_CASES = 3;

    /** So many are needed before pools that cannot be told apart are all named. */
    private static final int LEAST_CASES_OF_TWINS = 12;

    /**
     * A write to one pool made answers of another wrong.
     *
     * @param source the pool written to
     * @param target the pool whose answers were wrong; the same if a write reaches further in its pool than its breadth says
     * @param wrong stale hits that it explains
     * @param cases answers that were checked after such a write
     */
    record Missing(String source, String target, long wrong, long cases) {

        double precision() {
            return (double) wrong / cases;
        }

        private double score() {
            return wrong * precision();
        }
    }

    private CouplingAdvisor() {}

    /** What is missing, less what would come about by itself through other couplings. */
    static List<Missing> missing(Collection<Evidence> pools, Couplings couplings) {
        var found = new ArrayList<Missing>();
        pools.forEach(pool -> found.addAll(missing(pool)));
        return irreducible(found, couplings);
    }

    /** Explains the stale hits of one pool: the pool that explains most of them best, then what is left, and so on. */
    private static List<Missing> missing(Evidence pool) {
        var found = new ArrayList<Missing>();
        List<Set<String>> left = new ArrayList<>(pool.stale());
        while (true) {
            List<Missing> best = best(pool, left);
            if (best.isEmpty()) {
                return found;
            }
            found.addAll(best);
            best.forEach(missing -> left.removeIf(since -> since.contains(missing.source())));
        }
    }

    private static List<Missing> best(Evidence pool, List<Set<String>> stale) {
        List<Missing> candidates = candidates(pool, stale).stream()
                .filter(missing -> missing.wrong() >= LEAST_CASES && raises(missing, pool, stale.size()))
                .sorted(Comparator.comparingDouble(Missing::score).reversed().thenComparing(Missing::source))
                .toList();
        if (candidates.isEmpty()) {
            return List.of();
        }
        Missing first = candidates.get(0);
        List<Missing> twins = candidates.stream()
                .filter(other -> other.score() >= first.score())
                .toList();
        return twins.size() > 1 && first.wrong() < LEAST_CASES_OF_TWINS ? List.of() : twins;
    }

    private static List<Missing> candidates(Evidence pool, List<Set<String>> stale) {
        var wrong = new HashMap<String, Long>();
        stale.forEach(since -> since.forEach(source -> wrong.merge(source, 1L, Long::sum)));
        return wrong.entrySet().stream()
                .map(source -> new Missing(
                        source.getKey(),
                        pool.pool(),
                        source.getValue(),
                        source.getValue() + pool.agreedDespite().getOrDefault(source.getKey(), 0L)))
                .toList();
    }

    /** Whether answers are more often wrong after such a write than without one. */
    private static boolean raises(Missing missing, Evidence pool, long stale) {
        long wrongWithout = stale - missing.wrong();
        long agreedWithout = pool.tally().agree() - (missing.cases() - missing.wrong());
        long without = wrongWithout + agreedWithout;
        return without <= 0 || missing.precision() > (double) wrongWithout / without;
    }

    private static List<Missing> irreducible(List<Missing> found, Couplings couplings) {
        var kept = new LinkedHashSet<>(found);
        found.stream()
                .filter(missing -> !missing.source().equals(missing.target()))
                .sorted(Comparator.comparingLong(Missing::wrong))
                .forEach(missing -> {
                    var others = new HashSet<>(kept);
                    others.remove(missing);
                    if (with(couplings, others)
                            .reached(missing.source(), Set.of())
                            .contains(missing.target())) {
                        kept.remove(missing);
                    }
                });
        return List.copyOf(kept);
    }

    /** The couplings as they would be with what was missing. */
    static Couplings with(Couplings couplings, Collection<Missing> missing) {
        Map<String, Set<String>> direct = new HashMap<>();
        couplings.direct().forEach((source, targets) -> direct.put(source, new TreeSet<>(targets)));
        missing.forEach(more ->
                direct.computeIfAbsent(more.source(), source -> new TreeSet<>()).add(more.target()));
        return new Couplings(direct, couplings.transitive());
    }
}
