package dev.larder.policies.eviction;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;

/** Random: every resident is as likely to leave as any other. Equal seeds and requests give equal victims. */
public final class RandomEviction<K> extends AbstractPolicy<K, RandomEviction.Seated<K>> {

    /** A resident and its place in the array that the dice are thrown over. */
    static final class Seated<K> extends ResidentKey<K> {

        private int seat;

        Seated(K key, long weight) {
            super(key, weight);
        }
    }

    private final SplittableRandom dice;
    private final List<Seated<K>> seats = new ArrayList<>();

    /** An empty policy of this capacity, in bytes, whose dice fall as the seed says. */
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

    /** The last takes the seat of whoever leaves. */
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
