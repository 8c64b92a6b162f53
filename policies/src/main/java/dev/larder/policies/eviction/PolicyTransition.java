package dev.larder.policies.eviction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * A policy that takes over from another while requests go on. Each resident is known to exactly one of the two, so that both
 * together stay within the capacity. Newcomers belong to the new one. Those that the old one still knows go over in the order
 * in which it would have evicted them, and where room is needed meanwhile they leave in that order.
 */
public final class PolicyTransition<K> implements EvictionPolicy<K> {

    private final EvictionPolicy<K> former;
    private final EvictionPolicy<K> next;

    /**
     * Nobody has gone over yet.
     *
     * @param former who knows all residents
     * @param next empty, of the same capacity
     */
    public PolicyTransition(EvictionPolicy<K> former, EvictionPolicy<K> next) {
        this.former = former;
        this.next = next;
    }

    /**
     * Some more go over.
     *
     * @param most how many at most
     * @param cost of a resident, as it was told when it was stored
     * @return those for whom the new policy has no room, by its own way of weighing: they are gone
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

    /** Whether all have gone over. */
    public boolean isDone() {
        return former.weight() == 0;
    }

    /** The new policy, which knows all residents once this is done. */
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

    /** Both weights may sum up to more than a long holds. */
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
