package dev.larder.policies.eviction;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;

/** Random: evicts every resident with the same probability. Equal seeds and requests give equal victims. */
public final class RandomEviction<K> extends AbstractPolicy<K, RandomEviction.Seated<K>> {

    /** A resident and its index in the array from which victims are drawn. */
    static final class Seated<K> extends ResidentKey<K> {

        private int seat;

        Seated(K key, long weight) {
            super(key, weight);
        }
    }

    private final SplittableRandom dice;
    private final List<Seated<K>> seats = new ArrayList<>();

    /** Creates an empty policy of this capacity, in bytes, with this random seed. */
    public RandomEviction(long capacity, long seed) {
        super(capacity);
        this.dice = new SplittableRandom(seed);
    }

    @Override
    Seated<K> newcomer(K key, long weight, long cost) {
        return new Seated<>(key, weight);
    }

    @Override
    void requested(Seated<K> resident) {}

    @Override
    Seated<K> nextVictim() {
        return seats.get(dice.nextInt(seats.size()));
    }

    @Override
    void link(Seated<K> newcomer) {
        newcomer.seat = seats.size();
        seats.add(newcomer);
    }

    /** The last resident takes the index of the removed one. */
    @Override
    void unlink(Seated<K> gone) {
        Seated<K> last = seats.remove(seats.size() - 1);
        if (last != gone) {
            seats.set(gone.seat, last);
            last.seat = gone.seat;
        }
    }

    @Override
    Collection<Seated<K>> checkedStructure() {
        for (int seat = 0; seat < seats.size(); seat++) {
            check(seats.get(seat).seat == seat, "everybody knows its seat", seats.get(seat).key);
        }
        return seats;
    }
}
