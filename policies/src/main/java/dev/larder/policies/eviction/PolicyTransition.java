package dev.larder.policies.eviction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * A policy that takes over from another while requests go on. Each resident is known to exactly one of the two, so that
 * both together stay within the capacity. Newcomers belong to the new policy. Residents of the former policy move to it
 * in the order in which the former would evict them; if space is needed meanwhile, they are evicted in that order.
 */
public final class PolicyTransition<K> implements EvictionPolicy<K> {

    private final EvictionPolicy<K> former;
    private final EvictionPolicy<K> next;

    /**
     * Creates a transition in which no resident has moved yet.
     *
     * @param former knows all residents
     * @param next empty, of the same capacity
     */
    public PolicyTransition(EvictionPolicy<K> former, EvictionPolicy<K> next) {
        this.former = former;
        this.next = next;
    }

    /**
     * Moves some more residents.
     *
     * @param most maximum number of residents to move
     * @param cost the cost of a resident, as given when it was stored
     * @return the residents that the new policy refuses, by its own rules; they are evicted
     */
    public List<K> step(int most, ToLongFunction<K> cost) {
        var gone = new ArrayList<K>(0);
        for (int i = 0; i < most && !isDone(); i++) {
            long before = former.weight();
            former.evict()
                    .ifPresent(key -> gone.addAll(next.onStore(key, before - former.weight(), cost.applyAsLong(key))));
        }
        return gone;
    }

    /** Whether all residents have moved. */
    public boolean isDone() {
        return former.weight() == 0;
    }

    /** Returns the new policy, which knows all residents once the transition is done. */
    public EvictionPolicy<K> next() {
        return next;
    }

    @Override
    public void onHit(K key) {
        former.onHit(key);
        next.onHit(key);
    }

    @Override
    public List<K> onStore(K key, long weight, long cost) {
        List<K> victims = next.onStore(key, weight, cost);
        if (victims.contains(key) || !isExceeded()) {
            return victims;
        }
        List<K> all = new ArrayList<>(victims);
        while (isExceeded()) {
            former.evict().ifPresent(all::add);
        }
        return all;
    }

    /** The sum of both weights may overflow a long. */
    private boolean isExceeded() {
        return former.weight() > capacity() - next.weight();
    }

    @Override
    public void onRemove(K key) {
        former.onRemove(key);
        next.onRemove(key);
    }

    @Override
    public Optional<K> evict() {
        return former.evict().or(next::evict);
    }

    @Override
    public long weight() {
        return former.weight() + next.weight();
    }

    @Override
    public long capacity() {
        return next.capacity();
    }

    @Override
    public void checkInvariants() {
        former.checkInvariants();
        next.checkInvariants();
        AbstractPolicy.check(!isExceeded(), "the weight of both is within the capacity", weight());
    }
}
