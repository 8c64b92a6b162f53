package dev.larder.insight.lifetime;

import dev.larder.gateway.event.CacheEventListener;
import dev.larder.gateway.observe.RuleDraft;
import dev.larder.gateway.observe.Section;
import dev.larder.insight.audit.Interval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** How long bodies live, by rule and pool. It is told whether one has changed; it asks nobody. */
public final class Lifetimes implements CacheEventListener {

    private static final int MOST_SECTIONS = 1_000;

    private final double staleness;
    private final Set<String> rules;
    private final Map<Section, Seen> sections = new ConcurrentHashMap<>();

    /**
     * Nothing has been seen yet.
     *
     * @param staleness share of answers that may be stale
     * @param rules names of all rules
     */
    public Lifetimes(double staleness, Set<String> rules) {
        this.staleness = staleness;
        this.rules = Set.copyOf(rules);
    }

    private static final class Seen {

        private final AgeCounts counts;
        private volatile boolean stated;

        Seen() {
            this(new AgeCounts(), false);
        }

        Seen(AgeCounts counts, boolean stated) {
            this.counts = counts;
            this.stated = stated;
        }

        Seen and(Seen others) {
            return new Seen(counts.plus(others.counts), stated || others.stated);
        }
    }

    /** Share of answers that may be stale. */
    public double staleness() {
        return staleness;
    }

    @Override
    public void compared(Section section, Duration age, boolean changed, boolean stated) {
        boolean room = sections.size() < MOST_SECTIONS || sections.containsKey(section);
        Seen seen = sections.computeIfAbsent(room ? section : Section.OTHERS, none -> new Seen());
        seen.counts.add(age, changed);
        if (stated && !seen.stated) {
            seen.stated = true;
        }
    }

    /** Everything seen so far, and what it allows. */
    public LifetimeReport report() {
        Map<Section, Seen> byRule = new LinkedHashMap<>();
        var lives = new ArrayList<LifetimeReport.Life>();
        sorted().forEach(section -> {
            Seen seen = sections.getOrDefault(section, new Seen());
            byRule.merge(section.onAllRoutes(), seen, Seen::and);
            lives.add(life(section, seen));
        });
        List<RuleDraft> drafts = byRule.entrySet().stream()
                .map(one -> draft(one.getKey(), one.getValue()))
                .toList();
        return new LifetimeReport(staleness, lives, RuleDraft.yaml(drafts, rules));
    }

    private List<Section> sorted() {
        return sections.keySet().stream().sorted(Section.BY_NAME).toList();
    }

    private RuleDraft draft(Section section, Seen seen) {
        var draft = new RuleDraft(section);
        Survival survival = Survival.of(seen.counts.counts());
        if (survival.tells()) {
            survival.propose(staleness).in(draft, seen.stated);
        }
        return draft;
    }

    private LifetimeReport.Life life(Section section, Seen seen) {
        List<AgeCount> counts = seen.counts.counts();
        long all = counts.stream().mapToLong(AgeCount::all).sum();
        long changed = counts.stream().mapToLong(AgeCount::changed).sum();
        Duration oldest =
                counts.isEmpty() ? Duration.ZERO : counts.get(counts.size() - 1).age();
        List<LifetimeReport.AtAge> curve = counts.stream()
                .map(count -> new LifetimeReport.AtAge(
                        count.age().toMillis() / 1e3,
                        count.all(),
                        count.changed(),
                        Interval.of(count.changed(), count.all())))
                .toList();
        return new LifetimeReport.Life(
                section.route(),
                section.rule(),
                section.pool(),
                all,
                changed,
                oldest.toMillis() / 1e3,
                curve,
                RuleDraft.yaml(List.of(draft(section, seen)), rules));
    }
}
