package dev.larder.insight.audit;

import dev.larder.insight.audit.Advice.Kind;
import dev.larder.insight.audit.CouplingAdvisor.Missing;
import dev.larder.invalidation.Breadth;
import dev.larder.invalidation.Couplings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Puts into words and configuration what the evidence says. A pure function of it. */
final class Advisor {

    private static final int LEAST_DROPPED = 100;
    private static final double RARELY = 0.2;

    private final Couplings couplings;
    private final Map<String, Evidence> pools = new HashMap<>();

    private Advisor(Collection<Evidence> pools, Couplings couplings) {
        this.couplings = couplings;
        pools.forEach(pool -> this.pools.put(pool.pool(), pool));
    }

    /** What is to be changed, the wrong answers first. */
    static List<Advice> advise(Collection<Evidence> pools, Couplings couplings) {
        var advisor = new Advisor(pools, couplings);
        var advice = new ArrayList<Advice>();
        CouplingAdvisor.missing(pools, couplings).forEach(missing -> advice.add(advisor.missing(missing)));
        pools.forEach(pool -> unseen(pool).ifPresent(advice::add));
        pools.forEach(pool -> advisor.waste(pool).ifPresent(advice::add));
        return List.copyOf(advice);
    }

    private Advice missing(Missing missing) {
        String source = missing.source();
        String target = missing.target();
        String seen = String.format(
                Locale.ROOT,
                "a write to %s made answers of %s wrong in %d of %d cases",
                source,
                target,
                missing.wrong(),
                missing.cases());
        if (source.equals(target)) {
            return new Advice(
                    Kind.TOO_NARROW,
                    target,
                    seen + ": drop more of it",
                    Yaml.breadth(Objects.requireNonNull(pools.get(target)).place(), target, Breadth.POOL));
        }
        var coupled = new TreeSet<>(couplings.direct().getOrDefault(source, Set.of()));
        coupled.add(target);
        return new Advice(
                Kind.MISSING_COUPLING,
                target,
                seen + ": add coupling " + source + " -> " + target,
                Yaml.coupling(source, coupled));
    }

    private static Optional<Advice> unseen(Evidence pool) {
        long unseen = pool.stale().stream().filter(Set::isEmpty).count();
        if (unseen < CouplingAdvisor.LEAST_CASES) {
            return Optional.empty();
        }
        String text = unseen + " answers of " + pool.pool() + " were wrong after no write that passed this gateway:"
                + " something else changes them. Have the origin state a shorter freshness lifetime, or validate them";
        return Optional.of(
                new Advice(Kind.CHANGED_UNSEEN, pool.pool(), text, Yaml.alwaysValidate(pool.place(), pool.pool())));
    }

    private Optional<Advice> waste(Evidence pool) {
        return narrower(pool).or(() -> needless(pool)).or(() -> often(pool));
    }

    private static Optional<Advice> narrower(Evidence pool) {
        return BreadthAdvisor.fitting(pool)
                .map(fitting -> new Advice(
                        Kind.NARROWER,
                        pool.pool(),
                        String.format(
                                Locale.ROOT,
                                "`%s` for %s: 0 stale of %,d audited (at most %.2f %%), hit ratio +%.2f",
                                fitting.breadth().name().toLowerCase(Locale.ROOT),
                                pool.pool(),
                                fitting.kept(),
                                100 * fitting.staleShare().high(),
                                fitting.gain()),
                        Yaml.breadth(pool.place(), pool.pool(), fitting.breadth())));
    }

    private Optional<Advice> needless(Evidence pool) {
        return pool.droppedBy().entrySet().stream()
                .filter(by -> !by.getKey().equals(pool.pool()))
                .filter(by -> by.getValue().all() >= BreadthAdvisor.LEAST_CASES
                        && by.getValue().changed() == 0)
                .sorted(Map.Entry.comparingByKey())
                .findFirst()
                .map(by -> needless(by.getKey(), pool.pool(), by.getValue().all()));
    }

    private Advice needless(String source, String target, long dropped) {
        var rest = new TreeSet<>(couplings.direct().getOrDefault(source, Set.of()));
        rest.remove(target);
        var without = new HashMap<>(couplings.direct());
        without.put(source, rest);
        boolean done = !new Couplings(without, couplings.transitive())
                .reached(source, Set.of())
                .contains(target);
        String text = String.format(
                Locale.ROOT,
                "writes to %s dropped %,d answers of %s, and none had changed: remove the coupling by which they do",
                source,
                dropped,
                target);
        return new Advice(
                Kind.NEEDLESS_COUPLING, target, text, done && !rest.isEmpty() ? Yaml.coupling(source, rest) : "");
    }

    private static Optional<Advice> often(Evidence pool) {
        Refetched refetched = pool.refetched();
        boolean rarelyChanged = refetched.all() >= LEAST_DROPPED
                && Interval.of(refetched.changed(), refetched.all()).high() < RARELY;
        return rarelyChanged
                ? Optional.of(new Advice(
                        Kind.OFTEN_DROPPED,
                        pool.pool(),
                        String.format(
                                Locale.ROOT,
                                "%,d of %,d answers of %s that writes dropped came back unchanged",
                                refetched.all() - refetched.changed(),
                                refetched.all(),
                                pool.pool()),
                        ""))
                : Optional.empty();
    }
}
