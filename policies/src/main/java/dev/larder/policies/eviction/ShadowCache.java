package dev.larder.policies.eviction;

import java.util.Map;

/** A shadow cache: the objects that would be resident under this preference. */
final class ShadowCache<K> {

    final int index;
    final PreferenceRanking<SampledObject<K>> contest;
    private final long capacity;
    private long weight;

    ShadowCache(int index, long capacity, RetentionPreference preference) {
        this.index = index;
        this.capacity = capacity;
        this.contest = new PreferenceRanking<>(preference);
    }

    /** Whether the object is a hit here. On a miss it competes for a place. */
    boolean recordRequest(SampledObject<K> object, int level, Map<K, SampledObject<K>> sampled) {
        RankedResident<SampledObject<K>> place = object.in(index);
        if (place != null) {
            contest.requested(place, object.frequency);
            return true;
        }
        place = new RankedResident<>(object, object.size << level, contest.worth(object.size));
        contest.requested(place, object.frequency);
        if (contest.compete(place, place.weight - (capacity - weight))) {
            add(place, sampled);
        }
        return false;
    }

    private void add(RankedResident<SampledObject<K>> winner, Map<K, SampledObject<K>> sampled) {
        makeRoom(winner.weight, sampled);
        winner.key.enter(index, winner);
        weight += winner.weight;
        contest.add(winner);
    }

    private void makeRoom(long needed, Map<K, SampledObject<K>> sampled) {
        while (weight > capacity - needed) {
            RankedResident<SampledObject<K>> victim = contest.least();
            contest.evict(victim);
            weight -= victim.weight;
            victim.key.leave(index);
            if (!victim.key.isResident()) {
                sampled.remove(victim.key.key);
            }
        }
    }

    /** Updates the weight of an object whose sampling level has changed. */
    void reweigh(SampledObject<K> object, int level, Map<K, SampledObject<K>> sampled) {
        RankedResident<SampledObject<K>> before = object.in(index);
        if (before != null) {
            var after = new RankedResident<>(object, object.size << level, before.worth);
            after.frequency = before.frequency;
            after.lastRequest = before.lastRequest;
            after.rank = before.rank;
            remove(object);
            add(after, sampled);
        }
    }

    void remove(SampledObject<K> object) {
        RankedResident<SampledObject<K>> place = object.in(index);
        if (place != null) {
            contest.remove(place);
            weight -= place.weight;
            object.leave(index);
        }
    }

    int size() {
        return contest.size();
    }

    void checkInvariants(Map<K, SampledObject<K>> sampled) {
        long sum = 0;
        for (RankedResident<SampledObject<K>> place : contest.checkedContestants()) {
            AbstractPolicy.check(place.key.in(index) == place, "a sampled object knows its places", place.key.key);
            AbstractPolicy.check(sampled.get(place.key.key) == place.key, "who is in a shadow is sampled", index);
            sum += place.weight;
        }
        AbstractPolicy.check(sum == weight, "a shadow's weight is the sum", weight + " is not " + sum);
        AbstractPolicy.check(weight <= capacity, "a shadow is within the capacity", weight + " of " + capacity);
    }
}
