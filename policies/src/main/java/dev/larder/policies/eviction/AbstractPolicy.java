package dev.larder.policies.eviction;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Base class of the policies: tracks resident keys, sums their weights, refuses objects heavier than the capacity, and
 * evicts until the newcomer fits. The algorithm decides about victims and admission.
 *
 * @param <N> the algorithm's state of a resident key
 */
abstract class AbstractPolicy<K, N extends ResidentKey<K>> implements EvictionPolicy<K> {

    private final long capacity;
    private final Map<K, N> residents = new HashMap<>();
    private long weight;

    AbstractPolicy(long capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("capacity is " + capacity + " bytes, must not be negative");
        }
        this.capacity = capacity;
    }

    /** Creates the algorithm's state for this newcomer, which is not resident yet and may never be. */
    abstract N newcomer(K key, long weight, long cost);

    /** Called when a resident is requested. */
    abstract void requested(N resident);

    /** Whether the newcomer, which fits into the capacity, is admitted. Changes no residents. */
    boolean admit(N newcomer) {
        return true;
    }

    /** Returns the next resident to evict. Called only while there are residents. */
    abstract N nextVictim();

    /** Removes the victim just selected. */
    void evicted(N victim) {
        unlink(victim);
    }

    /** Adds the newcomer, for which there is space now, to the residents. */
    abstract void link(N newcomer);

    /** Removes a resident. */
    abstract void unlink(N gone);

    /** Returns all residents in the algorithm's own structure, after a check of that structure. */
    abstract Collection<N> checkedStructure();

    @Override
    public final void onHit(K key) {
        N resident = residents.get(key);
        if (resident != null) {
            requested(resident);
        }
    }

    @Override
    public final List<K> onStore(K key, long weight, long cost) {
        check(!residents.containsKey(key), "a key that is stored is not resident yet", key);
        N newcomer = newcomer(key, weight, cost);
        if (weight > capacity || !admit(newcomer)) {
            return List.of(key);
        }
        List<K> victims = makeRoom(weight);
        residents.put(key, newcomer);
        this.weight += weight;
        link(newcomer);
        return victims;
    }

    private List<K> makeRoom(long needed) {
        if (weight <= capacity - needed) {
            return List.of();
        }
        var victims = new ArrayList<K>(4);
        do {
            victims.add(evictNext());
        } while (weight > capacity - needed);
        return victims;
    }

    private K evictNext() {
        N victim = nextVictim();
        evicted(victim);
        residents.remove(victim.key);
        weight -= victim.weight;
        return victim.key;
    }

    @Override
    public final void onRemove(K key) {
        N gone = residents.remove(key);
        if (gone != null) {
            weight -= gone.weight;
            unlink(gone);
        }
    }

    /** Returns the number of resident keys. */
    final int count() {
        return residents.size();
    }

    @Override
    public final long weight() {
        return weight;
    }

    @Override
    public final long capacity() {
        return capacity;
    }

    @Override
    public void checkInvariants() {
        long sum = 0;
        for (var resident : residents.entrySet()) {
            check(resident.getKey().equals(resident.getValue().key), "a key leads to itself", resident.getKey());
            check(resident.getValue().weight >= 1, "a resident weighs at least a byte", resident.getKey());
            sum += resident.getValue().weight;
        }
        check(sum == weight, "the weight is the sum of the residents' weights", weight + " is not " + sum);
        check(weight <= capacity, "the weight is within the capacity", weight + " of " + capacity);
        var linked = Collections.<N>newSetFromMap(new IdentityHashMap<>());
        for (N resident : checkedStructure()) {
            check(linked.add(resident), "nobody is linked twice", resident.key);
            check(residents.get(resident.key) == resident, "who is linked is resident", resident.key);
        }
        check(linked.size() == residents.size(), "who is resident is linked", linked.size() + " linked");
    }

    static void check(boolean holds, String invariant, Object found) {
        if (!holds) {
            throw new IllegalStateException("violated: " + invariant + "; found " + found);
        }
    }
}
