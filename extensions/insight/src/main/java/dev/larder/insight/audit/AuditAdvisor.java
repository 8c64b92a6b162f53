package dev.larder.insight.audit;

import dev.larder.insight.audit.AuditRecommendation.Kind;
import dev.larder.insight.audit.CouplingAdvisor.Missing;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.InvalidationScope;
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

/** Derives recommendations, as text and configuration, from the evidence. A pure function of it. */
final class AuditAdvisor {

    private static final int MIN_DROPPED = 100;
    private static final double RARELY = 0.2;

    private final Couplings couplings;
    private final Map<String, PoolEvidence> pools = new HashMap<>();

    private AuditAdvisor(Collection<PoolEvidence> pools, Couplings couplings) {
        this.couplings = couplings;
        pools.forEach(pool -> this.pools.put(pool.pool(), pool));
    }

    /** Returns the recommended changes, those against stale responses first. */
    static List<AuditRecommendation> advise(Collection<PoolEvidence> pools, Couplings couplings) {
        var advisor = new AuditAdvisor(pools, couplings);
        var advice = new ArrayList<AuditRecommendation>();
        CouplingAdvisor.missing(pools, couplings).forEach(missing -> advice.add(advisor.missing(missing)));
        pools.forEach(pool -> unseen(pool).ifPresent(advice::add));
        pools.forEach(pool -> advisor.waste(pool).ifPresent(advice::add));
        return List.copyOf(advice);
    }

    private AuditRecommendation missing(Missing missing) {
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
            return new AuditRecommendation(
                    Kind.TOO_NARROW,
                    target,
                    seen + ": drop more of it",
                    RecommendationYaml.scope(
                            Objects.requireNonNull(pools.get(target)).place(), target, InvalidationScope.POOL));
        }
        var coupled = new TreeSet<>(couplings.direct().getOrDefault(source, Set.of()));
        coupled.add(target);
        return new AuditRecommendation(
                Kind.MISSING_COUPLING,
                target,
                seen + ": add coupling " + source + " -> " + target,
                RecommendationYaml.coupling(source, coupled));
    }

    private static Optional<AuditRecommendation> unseen(PoolEvidence pool) {
        long unseen = pool.stale().stream().filter(Set::isEmpty).count();
        if (unseen < CouplingAdvisor.MIN_CASES) {
            return Optional.empty();
        }
        String text = unseen + " answers of " + pool.pool() + " were wrong after no write that passed this gateway:"
                + " something else changes them. Have the origin state a shorter freshness lifetime, or validate them";
        return Optional.of(new AuditRecommendation(
                Kind.CHANGED_UNSEEN, pool.pool(), text, RecommendationYaml.alwaysValidate(pool.place(), pool.pool())));
    }

    private Optional<AuditRecommendation> waste(PoolEvidence pool) {
        return narrower(pool).or(() -> needless(pool)).or(() -> often(pool));
    }

    private static Optional<AuditRecommendation> narrower(PoolEvidence pool) {
        return InvalidationScopeAdvisor.fitting(pool)
                .map(fitting -> new AuditRecommendation(
                        Kind.NARROWER,
                        pool.pool(),
                        String.format(
                                Locale.ROOT,
                                "`%s` for %s: 0 stale of %,d audited (at most %.2f %%), hit ratio +%.2f",
                                fitting.scope().name().toLowerCase(Locale.ROOT),
                                pool.pool(),
                                fitting.kept(),
                                100 * fitting.staleShare().high(),
                                fitting.gain()),
                        RecommendationYaml.scope(pool.place(), pool.pool(), fitting.scope())));
    }

    private Optional<AuditRecommendation> needless(PoolEvidence pool) {
        return pool.droppedBy().entrySet().stream()
                .filter(by -> !by.getKey().equals(pool.pool()))
                .filter(by -> by.getValue().all() >= InvalidationScopeAdvisor.MIN_CASES
                        && by.getValue().changed() == 0)
                .sorted(Map.Entry.comparingByKey())
                .findFirst()
                .map(by -> needless(by.getKey(), pool.pool(), by.getValue().all()));
    }

    private AuditRecommendation needless(String source, String target, long dropped) {
        var rest = new TreeSet<>(couplings.direct().getOrDefault(source, Set.of()));
        rest.remove(target);
        var without = new HashMap<>(couplings.direct());
        without.put(source, rest);
        boolean done = !new Couplings(without).reached(source, Set.of()).contains(target);
        String text = String.format(
                Locale.ROOT,
                "writes to %s dropped %,d answers of %s, and none had changed: remove the coupling by which they do",
                source,
                dropped,
                target);
        return new AuditRecommendation(
                Kind.NEEDLESS_COUPLING,
                target,
                text,
                done && !rest.isEmpty() ? RecommendationYaml.coupling(source, rest) : "");
    }

    private static Optional<AuditRecommendation> often(PoolEvidence pool) {
        RefetchCounts refetched = pool.report().refetched();
        boolean rarelyChanged = refetched.all() >= MIN_DROPPED
                && ConfidenceInterval.of(refetched.changed(), refetched.all()).high() < RARELY;
        return rarelyChanged
                ? Optional.of(new AuditRecommendation(
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
