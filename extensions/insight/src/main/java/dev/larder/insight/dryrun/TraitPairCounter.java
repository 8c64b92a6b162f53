package dev.larder.insight.dryrun;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts pairs by trait, for a limited number of names. At the limit, the name with the least evidence is replaced by the next,
 * which inherits its rank: frequent names stay, however many names are invented. Not thread-safe.
 */
final class TraitPairCounter {

    static final int MAX_NAMES = 64;

    private final Map<RequestTrait, Followed> followed = new HashMap<>();
    private final Unfollowed unfollowed;

    TraitPairCounter(Unfollowed unfollowed) {
        this.unfollowed = unfollowed;
    }

    private record Followed(ResponsePairCounts pairs, long rank) {

        static final Followed NONE = new Followed(ResponsePairCounts.NONE, 0);

        Followed and(boolean sameValue, boolean sameBody) {
            return new Followed(pairs.and(sameValue, sameBody), rank + 1);
        }
    }

    void count(RequestTrait trait, boolean sameValue, boolean sameBody) {
        Followed known = followed.get(trait);
        if (known == null) {
            known = followed.size() < MAX_NAMES ? Followed.NONE : new Followed(ResponsePairCounts.NONE, room());
        }
        followed.put(trait, known.and(sameValue, sameBody));
    }

    private long room() {
        Map.Entry<RequestTrait, Followed> least = null;
        for (Map.Entry<RequestTrait, Followed> entry : followed.entrySet()) {
            if (least == null || entry.getValue().rank() < least.getValue().rank()) {
                least = entry;
            }
        }
        if (least == null) {
            return 0;
        }
        long rank = least.getValue().rank();
        unfollowed.add(KeyedHashes.of(least.getKey().toString()));
        followed.remove(least.getKey());
        return rank;
    }

    ResponsePairCounts of(RequestTrait trait) {
        return followed.getOrDefault(trait, Followed.NONE).pairs();
    }

    Map<RequestTrait, ResponsePairCounts> pairs() {
        Map<RequestTrait, ResponsePairCounts> pairs = new HashMap<>();
        followed.forEach((trait, known) -> pairs.put(trait, known.pairs()));
        return pairs;
    }

    /** Estimates the number of names beyond the limit: linear counting in a fixed number of bits. Not thread-safe. */
    static final class Unfollowed {

        private static final int LOG_BITS = 12;
        private static final int BITS = 1 << LOG_BITS;

        private final BitSet seen = new BitSet(BITS);

        void add(long hash) {
            seen.set((int) (KeyedHashes.mixed(hash) >>> (Long.SIZE - LOG_BITS)));
        }

        long names() {
            double free = Math.max(1, BITS - seen.cardinality());
            return Math.round(-BITS * Math.log(free / BITS));
        }
    }
}
