package dev.larder.policies.eviction;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * S3-FIFO: a small queue S that most objects leave after one request, a main queue M for those that proved themselves, and
 * a ghost queue G that remembers who left S (<a href="https://doi.org/10.1145/3600006.3613147">Yang et al., FIFO Queues are
 * All You Need for Cache Eviction, SOSP 2023</a>, algorithm 1). Sizes are in bytes: S a tenth of the capacity, G as much
 * as M.
 */
public final class S3Fifo<K> extends AbstractPolicy<K, Linked<K>> {

    private static final int MAX_HITS = 3;

    private final Chain<K> small = new Chain<>();
    private final Chain<K> main = new Chain<>();
    private final Chain<K> ghosts = new Chain<>();
    private final Map<K, Linked<K>> ghostOf = new HashMap<>();
    private final long smallTarget;

    /** An empty policy of this capacity, in bytes. */
    public S3Fifo(long capacity) {
        super(capacity);
        this.smallTarget = capacity / 10;
    }

    /** INSERT: who is remembered goes to M, others to S. */
    @Override
    Linked<K> newcomer(K key, long weight, long cost) {
        var newcomer = new Linked<>(key, weight);
        newcomer.chain = forget(key) ? main : small;
        return newcomer;
    }

    /** READ: a hit counts, up to 3, and moves nobody. */
    @Override
    void requested(Linked<K> resident) {
        resident.hits = Math.min(resident.hits + 1, MAX_HITS);
    }

    /** EVICT: from S if it has its share, else from M. */
    @Override
    Linked<K> nextVictim() {
        Linked<K> victim = null;
        while (victim == null) {
            boolean fromSmall = !small.isEmpty() && (small.weight() >= smallTarget || main.isEmpty());
            victim = fromSmall ? judgeSmall(requireNonNull(small.oldest())) : judgeMain(requireNonNull(main.oldest()));
        }
        return victim;
    }

    /** EVICTS: requested more than once since it came: to M; otherwise it leaves. */
    private @Nullable Linked<K> judgeSmall(Linked<K> tail) {
        if (tail.hits <= 1) {
            return tail;
        }
        small.remove(tail);
        tail.hits = 0;
        main.add(tail);
        return null;
    }

    /** EVICTM: requested since it was judged last: another round for one request less; otherwise it leaves. */
    private @Nullable Linked<K> judgeMain(Linked<K> tail) {
        if (tail.hits == 0) {
            return tail;
        }
        tail.hits--;
        main.renew(tail);
        return null;
    }

    @Override
    void evicted(Linked<K> victim) {
        boolean fromSmall = victim.chain == small;
        unlink(victim);
        if (fromSmall) {
            remember(victim);
        }
    }

    private void remember(Linked<K> ghost) {
        ghostOf.put(ghost.key, ghost);
        ghosts.add(ghost);
        while (ghosts.weight() > capacity() - smallTarget) {
            forget(requireNonNull(ghosts.oldest()).key);
        }
    }

    private boolean forget(K key) {
        Linked<K> ghost = ghostOf.remove(key);
        if (ghost != null) {
            ghosts.remove(ghost);
        }
        return ghost != null;
    }

    @Override
    void link(Linked<K> newcomer) {
        requireNonNull(newcomer.chain).add(newcomer);
    }

    @Override
    void unlink(Linked<K> gone) {
        requireNonNull(gone.chain).remove(gone);
    }

    @Override
    Collection<Linked<K>> checkedStructure() {
        check(ghosts.weight() <= capacity() - smallTarget, "ghosts weigh no more than M may", ghosts.weight());
        check(ghosts.checkedElements().size() == ghostOf.size(), "every ghost is known by its key", ghostOf.size());
        for (Linked<K> ghost : ghosts.checkedElements()) {
            check(ghostOf.get(ghost.key) == ghost, "a key leads to its ghost", ghost.key);
        }
        Collection<Linked<K>> residents = new ArrayList<>(small.checkedElements());
        residents.addAll(main.checkedElements());
        for (Linked<K> resident : residents) {
            check(resident.hits >= 0 && resident.hits <= MAX_HITS, "hits are counted from 0 to 3", resident.key);
            check(!ghostOf.containsKey(resident.key), "no resident is a ghost", resident.key);
        }
        return residents;
    }
}
