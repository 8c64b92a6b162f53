package dev.larder.insight.audit;

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
 * Which couplings are missing, told from stale hits. The write that made an answer wrong is among those since it was fetched,
 * and so are many others. Which it was shows in how much more often answers are wrong after such a write than without one:
 * if nothing but writes to one pool makes them wrong, no other pool tells as much about whether they are (the data-processing
 * inequality), and what a pool tells is measured by the likelihood ratio.
 */
final class CouplingAdvisor {

    /** Fewer stale hits than this explain nothing. */
    static final int LEAST_CASES = 3;

    /** Chance alone tells as much in one of ten thousand cases (chi-squared, one degree of freedom). */
    private static final double LEAST_TOLD = 15.14;

    /** So many are needed before pools that cannot be told apart are all named. */
    private static final int LEAST_CASES_OF_TWINS = 12;

    /**
     * A write to one pool made answers of another wrong.
     *
     * @param source the pool written to
     * @param target the pool whose answers were wrong; the same if a write reaches further in its pool than its scope says
     * @param wrong stale hits that it explains
     * @param cases answers that were checked after such a write
     */
    record Missing(String source, String target, long wrong, long cases) {}

    /** @param told twice the logarithm of the likelihood ratio; zero if answers are not wrong more often after such writes */
    private record Candidate(Missing missing, double told) {}

    private CouplingAdvisor() {}

    /** What is missing, less what would come about by itself through other couplings. */
    static List<Missing> missing(Collection<PoolEvidence> pools, Couplings couplings) {
        var found = new ArrayList<Missing>();
        pools.forEach(pool -> found.addAll(missing(pool)));
        return irreducible(found, couplings);
    }

    /** Explains the stale hits of one pool: the pool that explains most of them best, then what is left, and so on. */
    private static List<Missing> missing(PoolEvidence pool) {
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

    private static List<Missing> best(PoolEvidence pool, List<Set<String>> stale) {
        List<Candidate> candidates = candidates(pool, stale).stream()
                .map(missing -> new Candidate(missing, told(missing, pool, stale.size())))
                .filter(candidate -> candidate.missing().wrong() >= LEAST_CASES && candidate.told() >= LEAST_TOLD)
                .sorted(Comparator.comparingDouble(Candidate::told).reversed())
                .toList();
        if (candidates.isEmpty()) {
            return List.of();
        }
        double most = candidates.get(0).told();
        List<Missing> twins = candidates.stream()
                .filter(candidate -> candidate.told() >= most)
                .map(Candidate::missing)
                .sorted(Comparator.comparing(Missing::source))
                .toList();
        return twins.size() > 1 && twins.get(0).wrong() < LEAST_CASES_OF_TWINS ? List.of() : twins;
    }

    private static List<Missing> candidates(PoolEvidence pool, List<Set<String>> stale) {
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

    private static double told(Missing missing, PoolEvidence pool, long stale) {
        long agreed = missing.cases() - missing.wrong();
        long wrongWithout = stale - missing.wrong();
        long agreedWithout = Math.max(0, pool.report().checked().agree() - agreed);
        long without = wrongWithout + agreedWithout;
        boolean moreOften = missing.wrong() * without > wrongWithout * missing.cases();
        return moreOften
                ? 2
                        * (likelihood(missing.wrong(), agreed)
                                + likelihood(wrongWithout, agreedWithout)
                                - likelihood(stale, agreed + agreedWithout))
                : 0;
    }

    /** Logarithm of the greatest likelihood of so many wrong and so many right ones. */
    private static double likelihood(long wrong, long right) {
        return part(wrong, wrong + right) + part(right, wrong + right);
    }

    private static double part(long count, long all) {
        return count == 0 ? 0 : count * Math.log((double) count / all);
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
