package dev.larder.policies.eviction;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * S3-FIFO: a small queue S from which most objects are evicted after one request, a main queue M for objects requested
 * again, and a ghost queue G of keys evicted from S (<a href="https://doi.org/10.1145/3600006.3613147">Yang et al.,
 * FIFO Queues are All You Need for Cache Eviction, SOSP 2023</a>, algorithm 1). Sizes are in bytes: S a tenth of the
 * capacity, G as much as M.
 */
public final class S3Fifo<K> extends AbstractPolicy<K, LinkedResident<K>> {

    private static final int MAX_HITS = 3;

    private final LinkedQueue<K> small = new LinkedQueue<>();
    private final LinkedQueue<K> main = new LinkedQueue<>();
    private final LinkedQueue<K> ghosts = new LinkedQueue<>();
    private final Map<K, LinkedResident<K>> ghostOf = new HashMap<>();
    private final long smallTarget;

    /** Creates an empty policy of this capacity, in bytes. */
    public S3Fifo(long capacity) {
        super(capacity);
        this.smallTarget = capacity / 10;
    }

    /** INSERT: keys in the ghost queue go to M, others to S. */
    @Override
    LinkedResident<K> newcomer(K key, long weight, long cost) {
        var newcomer = new LinkedResident<>(key, weight);
        newcomer.inMainQueue = forget(key);
        return newcomer;
    }

    /** READ: a hit is counted, up to 3, and moves no object. */
    @Override
    void requested(LinkedResident<K> resident) {
        resident.hits = Math.min(resident.hits + 1, MAX_HITS);
    }

    /** EVICT: from S if it has its share, else from M. */
    @Override
    LinkedResident<K> nextVictim() {
        LinkedResident<K> victim = null;
        while (victim == null) {
            boolean fromSmall = !small.isEmpty() && (small.weight() >= smallTarget || main.isEmpty());
            victim = fromSmall ? judgeSmall(requireNonNull(small.oldest())) : judgeMain(requireNonNull(main.oldest()));
        }
        return victim;
    }

    /** EVICTS: if requested more than once since it was stored, moves to M; otherwise is evicted. */
    private @Nullable LinkedResident<K> judgeSmall(LinkedResident<K> tail) {
        if (tail.hits <= 1) {
            return tail;
        }
        small.remove(tail);
        tail.hits = 0;
        tail.inMainQueue = true;
        main.add(tail);
        return null;
    }

    /** EVICTM: if requested since the last check, is reinserted with one request less; otherwise is evicted. */
    private @Nullable LinkedResident<K> judgeMain(LinkedResident<K> tail) {
        if (tail.hits == 0) {
            return tail;
        }
        tail.hits--;
        main.renew(tail);
        return null;
    }

    @Override
    void evicted(LinkedResident<K> victim) {
        unlink(victim);
        if (!victim.inMainQueue) {
            remember(victim);
        }
    }

    private void remember(LinkedResident<K> ghost) {
        ghostOf.put(ghost.key, ghost);
        ghosts.add(ghost);
        while (ghosts.weight() > capacity() - smallTarget) {
            forget(requireNonNull(ghosts.oldest()).key);
        }
    }

    private boolean forget(K key) {
        LinkedResident<K> ghost = ghostOf.remove(key);
        if (ghost != null) {
            ghosts.remove(ghost);
        }
        return ghost != null;
    }

    @Override
    void link(LinkedResident<K> newcomer) {
        queueOf(newcomer).add(newcomer);
    }

    @Override
    void unlink(LinkedResident<K> gone) {
        queueOf(gone).remove(gone);
    }

    private LinkedQueue<K> queueOf(LinkedResident<K> resident) {
        return resident.inMainQueue ? main : small;
    }

    @Override
    Collection<LinkedResident<K>> checkedStructure() {
        check(ghosts.weight() <= capacity() - smallTarget, "ghosts weigh no more than M may", ghosts.weight());
        check(ghosts.checkedElements().size() == ghostOf.size(), "every ghost is known by its key", ghostOf.size());
        for (LinkedResident<K> ghost : ghosts.checkedElements()) {
            check(ghostOf.get(ghost.key) == ghost, "a key leads to its ghost", ghost.key);
        }
        Collection<LinkedResident<K>> residents = checkedElements(small);
        residents.addAll(checkedElements(main));
        for (LinkedResident<K> resident : residents) {
            check(resident.hits >= 0 && resident.hits <= MAX_HITS, "hits are counted from 0 to 3", resident.key);
            check(!ghostOf.containsKey(resident.key), "no resident is a ghost", resident.key);
        }
        return residents;
    }

    private Collection<LinkedResident<K>> checkedElements(LinkedQueue<K> queue) {
        Collection<LinkedResident<K>> elements = queue.checkedElements();
        for (LinkedResident<K> element : elements) {
            check(queueOf(element) == queue, "a resident knows its queue", element.key);
        }
        return elements;
    }
}
