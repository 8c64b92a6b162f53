package dev.larder.policies.eviction;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * SIEVE: a queue in which no object moves, and a hand that sweeps it from old to new. The hand clears the mark of
 * objects requested since its last pass, and evicts the first object without one (<a
 * href="https://www.usenix.org/conference/nsdi24/presentation/zhang-yazhuo">Zhang et al., SIEVE is Simpler than LRU,
 * NSDI 2024</a>, algorithm 1).
 */
public final class Sieve<K> extends AbstractPolicy<K, LinkedResident<K>> {

    private static final int VISITED = 1;

    private final LinkedQueue<K> queue = new LinkedQueue<>();
    private @Nullable LinkedResident<K> hand;

    /** Creates an empty policy of this capacity, in bytes. */
    public Sieve(long capacity) {
        super(capacity);
    }

    @Override
    LinkedResident<K> newcomer(K key, long weight, long cost) {
        return new LinkedResident<>(key, weight);
    }

    @Override
    void requested(LinkedResident<K> resident) {
        resident.hits = VISITED; // lines 2-3: a hit only sets the visited bit
    }

    @Override
    LinkedResident<K> nextVictim() {
        LinkedResident<K> candidate = atHandOrTail(); // lines 6-8: where the hand stands, or the tail
        while (candidate.hits
                == VISITED) { // lines 9-13: clear bits on the way to the head, then start over at the tail
            candidate.hits = 0;
            hand = candidate.newer;
            candidate = atHandOrTail();
        }
        hand = candidate;
        return candidate; // lines 14-15: unlink moves the hand on and discards it
    }

    private LinkedResident<K> atHandOrTail() {
        return hand != null ? hand : requireNonNull(queue.oldest());
    }

    @Override
    void link(LinkedResident<K> newcomer) {
        queue.add(newcomer); // lines 16-18: at the head, not visited
    }

    @Override
    void unlink(LinkedResident<K> gone) {
        if (hand == gone) {
            hand = gone.newer;
        }
        queue.remove(gone);
    }

    @Override
    Collection<LinkedResident<K>> checkedStructure() {
        LinkedResident<K> at = hand;
        Collection<LinkedResident<K>> residents = queue.checkedElements();
        check(at == null || residents.contains(at), "the hand points into the queue", at == null ? "nothing" : at.key);
        return residents;
    }
}
