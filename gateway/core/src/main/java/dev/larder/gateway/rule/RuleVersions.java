package dev.larder.gateway.rule;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The rules in force, and those before them. A change takes effect at once for all requests that begin after it; requests that began
 * before keep their rules to their end.
 *
 * <p>Responses are stored under the revision of their rule, so those of unchanged rules stay, and those of changed rules are found
 * again if the change is taken back. Each write has invalidated them in the meantime, if it invalidates the same under all of these
 * rules. If it does not, everything stored is dropped first.
 */
public final class RuleVersions {

    /** Number of versions that are kept for a rollback, the current one included. */
    static final int MOST = 20;

    private final RuleSet rules;
    private final Function<RuleSnapshot, CompletionStage<Void>> dropAll;
    private final Supplier<Instant> clock;
    private final RuleTrial trial;
    private final Deque<RuleVersion> versions = new ArrayDeque<>();
    private Optional<Refusal> refusal = Optional.empty();

    /**
     * Rules that were refused.
     *
     * @param why the message of a start with such rules
     */
    public record Refusal(Instant at, RuleSource source, String why) {}

    /**
     * Creates the history of these rules, with those in force as its first version.
     *
     * @param dropAll drops everything stored, before these rules come into force; done when the stage completes
     * @param clock the wall clock
     * @param trial may refuse rules before they come into force
     */
    public RuleVersions(
            RuleSet rules,
            String yaml,
            Function<RuleSnapshot, CompletionStage<Void>> dropAll,
            Supplier<Instant> clock,
            RuleTrial trial) {
        this.rules = rules;
        this.dropAll = dropAll;
        this.clock = clock;
        this.trial = trial;
        versions.add(new RuleVersion(
                1,
                clock.get(),
                RuleSource.START,
                Optional.empty(),
                List.of(),
                false,
                new CheckedRules(rules.current(), yaml)));
    }

    /** Returns the version in force. */
    public synchronized RuleVersion current() {
        return versions.getLast();
    }

    /** Returns the versions that are kept, oldest first. */
    public synchronized List<RuleVersion> all() {
        return List.copyOf(versions);
    }

    /** Returns a version that is kept. */
    public synchronized Optional<RuleVersion> find(int number) {
        return versions.stream().filter(version -> version.number() == number).findFirst();
    }

    /** Returns the last rules that were refused, unless others have come into force since. */
    public synchronized Optional<Refusal> refusal() {
        return refusal;
    }

    /** Records that rules were refused. */
    public synchronized void refused(RuleSource source, String why) {
        refusal = Optional.of(new Refusal(clock.get(), source, why));
    }

    /** Returns what rules would have done to recent traffic. They do not come into force. */
    public RuleTrialReport attempt(CheckedRules next) {
        return trial.evaluate(current().rules().snapshot(), next.snapshot());
    }

    /**
     * Puts rules in force, unless they are, or are refused by their trial. Blocks while what is stored is dropped, in a cluster until
     * all members have.
     *
     * @param by name of the operator
     * @return the version in force now
     * @throws RefusedRulesException if their trial refuses them
     * @throws java.util.concurrent.CompletionException if what is stored could not be dropped; the old rules stay in force
     */
    public synchronized RuleVersion install(CheckedRules next, RuleSource source, Optional<String> by) {
        RuleSnapshot before = versions.getLast().rules().snapshot();
        if (!changes(before, next.snapshot()).isEmpty()) {
            RuleTrialVerdict verdict = trial.evaluate(before, next.snapshot()).verdict();
            if (verdict.isRefusal()) {
                throw new RefusedRulesException(verdict.text());
            }
        }
        return installAccepted(next, source, by);
    }

    /** Puts rules in force without a trial; otherwise like {@link #install}. */
    public synchronized RuleVersion installAccepted(CheckedRules next, RuleSource source, Optional<String> by) {
        RuleVersion before = versions.getLast();
        List<String> changes = changes(before.rules().snapshot(), next.snapshot());
        refusal = Optional.empty();
        if (changes.isEmpty()) {
            return before;
        }
        boolean drops = !next.snapshot().hasSameInvalidation(before.rules().snapshot());
        if (drops) {
            dropAll.apply(next.snapshot()).toCompletableFuture().join();
        }
        rules.replace(next.snapshot());
        var version = new RuleVersion(before.number() + 1, clock.get(), source, by, changes, drops, next);
        versions.add(version);
        if (versions.size() > MOST) {
            versions.removeFirst();
        }
        return version;
    }

    private static List<String> changes(RuleSnapshot before, RuleSnapshot after) {
        var names = new TreeSet<>(before.names());
        names.addAll(after.names());
        List<String> changes = new ArrayList<>();
        for (String name : names) {
            Optional<RequestRule> old = before.named(name);
            Optional<RequestRule> now = after.named(name);
            if (old.isEmpty()) {
                changes.add("added " + name);
            } else if (now.isEmpty()) {
                changes.add("removed " + name);
            } else if (!old.get().withRevision("").equals(now.get().withRevision(""))) {
                changes.add("changed " + name);
            }
        }
        return changes;
    }
}
