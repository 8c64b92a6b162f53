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
 * Infers missing couplings from stale hits. The write that made a response stale is one of those since it was fetched, among many
 * others. It is identified by how much more often responses are stale after such a write than without one: if only writes to one
 * pool make them stale, no other pool tells as much about their staleness (the data-processing inequality). The likelihood ratio
 * measures what a pool tells.
 */
final class CouplingAdvisor {

    /** Minimum number of stale hits for an explanation. */
    static final int MIN_CASES = 3;

    /** Chance alone reaches this value in one of ten thousand cases (chi-squared, one degree of freedom). */
    private static final double MIN_TOLD = 15.14;

    /** Minimum number of cases to name all of several indistinguishable pools. */
    private static final int MIN_TWIN_CASES = 12;

    /**
     * Writes to one pool made responses of another stale.
     *
     * @param source the pool written to
     * @param target the pool of the stale responses; the same if a write affects more of its pool than its scope covers
     * @param wrong number of stale hits it explains
     * @param cases number of responses checked after such a write
     */
    record Missing(String source, String target, long wrong, long cases) {}

    /** @param told twice the log of the likelihood ratio; zero if responses are not stale more often after such writes */
    private record Candidate(Missing missing, double told) {}

    private CouplingAdvisor() {}

    /** Returns the missing couplings, except those implied by other couplings. */
    static List<Missing> missing(Collection<PoolEvidence> pools, Couplings couplings) {
        var found = new ArrayList<Missing>();
        pools.forEach(pool -> found.addAll(missing(pool)));
        return irreducible(found, couplings);
    }

    /** Explains the stale hits of one pool: first the pool that best explains most of them, then those left, and so on. */
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
                .filter(candidate -> candidate.missing().wrong() >= MIN_CASES && candidate.told() >= MIN_TOLD)
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
        return twins.size() > 1 && twins.get(0).wrong() < MIN_TWIN_CASES ? List.of() : twins;
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

    /** Returns the logarithm of the maximum likelihood of so many stale and so many current responses. */
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

    /** Returns the couplings with the missing ones added. */
    static Couplings with(Couplings couplings, Collection<Missing> missing) {
        Map<String, Set<String>> direct = new HashMap<>();
        couplings.direct().forEach((source, targets) -> direct.put(source, new TreeSet<>(targets)));
        missing.forEach(more ->
                direct.computeIfAbsent(more.source(), source -> new TreeSet<>()).add(more.target()));
        return new Couplings(direct);
    }
}
