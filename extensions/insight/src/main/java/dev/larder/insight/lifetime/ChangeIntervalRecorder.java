package dev.larder.insight.lifetime;

import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.metrics.RuleScope;
import dev.larder.insight.audit.ConfidenceInterval;
import dev.larder.insight.proposal.RuleProposal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Records how long bodies stay unchanged, by rule and pool. It is notified of changes, and sends no requests itself. */
public final class ChangeIntervalRecorder implements CacheEventListener {

    private static final int MAX_SECTIONS = 1_000;

    private final double staleness;
    private final Supplier<Set<String>> rules;
    private final Map<RuleScope, Seen> sections = new ConcurrentHashMap<>();

    /**
     * Creates a recorder without observations.
     *
     * @param staleness share of responses that may be stale
     * @param rules returns the names of all rules
     */
    public ChangeIntervalRecorder(double staleness, Supplier<Set<String>> rules) {
        this.staleness = staleness;
        this.rules = rules;
    }

    private static final class Seen {

        private final BodyAgeHistogram counts;
        private volatile boolean stated;

        Seen() {
            this(new BodyAgeHistogram(), false);
        }

        Seen(BodyAgeHistogram counts, boolean stated) {
            this.counts = counts;
            this.stated = stated;
        }

        Seen and(Seen others) {
            return new Seen(counts.plus(others.counts), stated || others.stated);
        }
    }

    /** Returns the share of responses that may be stale. */
    public double staleness() {
        return staleness;
    }

    @Override
    public void compared(RuleScope scope, Duration age, boolean changed, boolean stated) {
        boolean room = sections.size() < MAX_SECTIONS || sections.containsKey(scope);
        Seen seen = sections.computeIfAbsent(room ? scope : RuleScope.OTHERS, none -> new Seen());
        seen.counts.add(age, changed);
        if (stated && !seen.stated) {
            seen.stated = true;
        }
    }

    /** Returns the observations so far, and the lifetimes they permit. */
    public LifetimeReport report() {
        Map<RuleScope, Seen> byRule = new LinkedHashMap<>();
        var lives = new ArrayList<LifetimeReport.RuleScopeLifetime>();
        sorted().forEach(scope -> {
            Seen seen = sections.getOrDefault(scope, new Seen());
            byRule.merge(scope.onAllRoutes(), seen, Seen::and);
            lives.add(life(scope, seen));
        });
        List<RuleProposal> drafts = byRule.entrySet().stream()
                .map(one -> draft(one.getKey(), one.getValue()))
                .toList();
        return new LifetimeReport(staleness, lives, RuleProposal.yaml(drafts, rules.get()));
    }

    private List<RuleScope> sorted() {
        return sections.keySet().stream().sorted(RuleScope.BY_NAME).toList();
    }

    private RuleProposal draft(RuleScope scope, Seen seen) {
        var draft = new RuleProposal(scope);
        SurvivalEstimate survival = SurvivalEstimate.of(seen.counts.counts());
        if (survival.hasEnoughObservations()) {
            TtlProposal proposal = survival.propose(staleness);
            // A lifetime below a second is no proof of changes: there may be too few observations for a longer one.
            if (!proposal.ttl().isZero() || survival.hasProvenChanges(staleness)) {
                proposal.in(draft, seen.stated);
            }
        }
        return draft;
    }

    private LifetimeReport.RuleScopeLifetime life(RuleScope scope, Seen seen) {
        List<BodyAgeBucket> counts = seen.counts.counts();
        long all = counts.stream().mapToLong(BodyAgeBucket::all).sum();
        long changed = counts.stream().mapToLong(BodyAgeBucket::changed).sum();
        Duration oldest =
                counts.isEmpty() ? Duration.ZERO : counts.get(counts.size() - 1).age();
        List<LifetimeReport.AtAge> curve = counts.stream()
                .map(count -> new LifetimeReport.AtAge(
                        count.age().toMillis() / 1e3,
                        count.all(),
                        count.changed(),
                        ConfidenceInterval.of(count.changed(), count.all())))
                .toList();
        return new LifetimeReport.RuleScopeLifetime(
                scope.route(),
                scope.rule(),
                scope.pool(),
                all,
                changed,
                oldest.toMillis() / 1e3,
                curve,
                RuleProposal.yaml(List.of(draft(scope, seen)), rules.get()));
    }
}
