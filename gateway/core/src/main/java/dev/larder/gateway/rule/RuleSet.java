package dev.larder.gateway.rule;

import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.PoolPrefixes;
import dev.larder.rfc9111.CachePolicy;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * All rules: the {@link RuleSnapshot} in force, which can be replaced while requests are under way. What answers a request reads
 * {@link #current} once; the other methods are for checks and operators, who ask one question at a time.
 */
public final class RuleSet {

    private final Set<String> named = ConcurrentHashMap.newKeySet();
    private final RuleSnapshot.InForce current;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean passing;

    /**
     * Creates a set of these rules.
     *
     * @param policy policy where no rule matches
     * @param couplings pools that writes to other pools invalidate
     */
    public RuleSet(Collection<RequestRule> rules, CachePolicy policy, Couplings couplings) {
        this(rules, RequestRule.none(policy, false), couplings, PoolPrefixes.NONE);
    }

    /**
     * Creates a set of these rules.
     *
     * @param none rule where no other matches
     * @param couplings pools that writes to other pools invalidate
     * @param prefixes with what paths begin before what names their pools
     */
    public RuleSet(Collection<RequestRule> rules, RequestRule none, Couplings couplings, PoolPrefixes prefixes) {
        this(new RuleSnapshot(rules, none, couplings, prefixes));
    }

    /** Creates a set with this snapshot in force. */
    public RuleSet(RuleSnapshot initial) {
        this(initial, Set.of());
        initial.heldBy(current);
    }

    private RuleSet(RuleSnapshot initial, Set<String> named) {
        this.current = new RuleSnapshot.InForce(initial);
        this.named.addAll(named);
    }

    /** Returns the rules in force now. */
    public RuleSnapshot current() {
        return current.get();
    }

    /** Puts other rules in force, for all requests that begin from now on. */
    public synchronized void replace(RuleSnapshot next) {
        if (current.get() != next) {
            next.heldBy(current);
            current.set(next);
            listeners.forEach(Runnable::run);
        }
    }

    /** Has all requests that begin from now on pass the cache, or no longer; writes invalidate what is stored, nevertheless. */
    public void pass(boolean everything) {
        passing = everything;
    }

    /** Returns whether all requests pass the cache. */
    public boolean isPassing() {
        return passing;
    }

    /** Adds what is to be done after each change of the rules in force, such as forgetting what was derived from others. */
    public void whenReplaced(Runnable listener) {
        listeners.add(listener);
    }

    /** Returns a set of other rules, of which the filters of the same routes name some, to be checked before they are in force. */
    public RuleSet with(RuleSnapshot next) {
        return new RuleSet(next, named);
    }

    /** Returns whether any requests are in dry-run mode. */
    public boolean hasDryRun() {
        return current.get().hasDryRun();
    }

    /** Returns the couplings of pools. */
    public Couplings couplings() {
        return current.get().couplings();
    }

    /** Returns the rule of this name. */
    public Optional<RequestRule> named(String name) {
        return current.get().named(name);
    }

    /** Returns the names of all rules. */
    public Set<String> names() {
        return current.get().names();
    }

    /** Records that a route's filter names this rule. */
    public void use(String name) {
        named.add(name);
    }

    /** Returns whether a route's filter names this rule. */
    public boolean isNamedByFilter(String name) {
        return named.contains(name);
    }

    /** Returns the names of rules that cannot apply to any request: without path, route or filter that names it. */
    public List<String> unused() {
        return current.get().unused(named);
    }

    /** Returns the names that filters of routes name, and no rule has. */
    public Set<String> missing() {
        var missing = new TreeSet<>(named);
        missing.removeAll(names());
        return missing;
    }

    /** Returns the tags of a GET for this target by clients that name it alike, as far as its path determines them. */
    public ResourceTags reach(URI target) {
        return reach(new NamedTarget("GET", target), Optional.empty());
    }

    /**
     * Returns the tags of a request to this target.
     *
     * @param rule the rule that applies, whatever its path
     */
    public ResourceTags reach(NamedTarget target, Optional<RequestRule> rule) {
        return ResourceTags.of(current.get(), target, rule);
    }
}
