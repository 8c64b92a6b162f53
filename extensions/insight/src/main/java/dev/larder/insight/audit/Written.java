package dev.larder.insight.audit;

import dev.larder.cache.spi.Stamp;
import dev.larder.cache.spi.Tag;
import dev.larder.gateway.event.WriteListener;
import dev.larder.gateway.route.Reach;
import dev.larder.invalidation.Breadth;
import dev.larder.invalidation.Moved;
import dev.larder.invalidation.Tags;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** One write: what it made wrong, and what it would have made wrong under another breadth. */
final class Written implements WriteListener {

    private static final long UNDER_WAY = Long.MAX_VALUE;
    private static final long NOT_MADE = -1;

    private final String pool;
    private final Breadth breadth;
    private final Map<Breadth, long[]> own;
    private volatile long[] beside;
    private volatile long epoch = UNDER_WAY;

    private Written(String pool, Breadth breadth, Map<Breadth, long[]> own, long[] beside) {
        this.pool = pool;
        this.breadth = breadth;
        this.own = own;
        this.beside = beside;
    }

    /**
     * A write that begins now.
     *
     * @param tags what it may make wrong, as far as that is known
     */
    static Written begin(Reach reach, Set<Tag> tags) {
        var own = new EnumMap<Breadth, long[]>(Breadth.class);
        for (Breadth breadth : Breadth.values()) {
            own.put(breadth, ids(Tags.ofWrite(breadth, reach.origin(), reach.path(), reach.pool())));
        }
        Breadth breadth = reach.rule().invalidationScope();
        var beside = new HashSet<>(tags);
        beside.removeAll(Tags.ofWrite(breadth, reach.origin(), reach.path(), reach.pool()));
        return new Written(Pools.name(reach.pool()), breadth, own, ids(beside));
    }

    @Override
    public void happened(Moved moved, Set<Tag> more) {
        beside = LongStream.concat(LongStream.of(beside), LongStream.of(ids(more)))
                .distinct()
                .toArray();
        epoch = moved.now();
    }

    @Override
    public void ended() {
        if (underWay()) {
            epoch = NOT_MADE;
        }
    }

    /** The pool written to. */
    String pool() {
        return pool;
    }

    /** Whether it was made, or may yet be, after a fetch with this epoch. */
    boolean after(long fetched) {
        return epoch > fetched;
    }

    /** Whether it is not over yet. */
    boolean underWay() {
        return epoch == UNDER_WAY;
    }

    /** The latest epoch to which it belongs, as far as that is known. */
    long settledAt() {
        return underWay() ? NOT_MADE : epoch;
    }

    /** Whether it dropped what has this stamp. */
    boolean drops(Stamp stamp) {
        return dropsUnder(breadth, stamp);
    }

    /** Whether it would have dropped what has this stamp, had its own pool had that breadth. */
    boolean dropsUnder(Breadth other, Stamp stamp) {
        return any(own.getOrDefault(other, new long[0]), stamp) || any(beside, stamp);
    }

    private static boolean any(long[] ids, Stamp stamp) {
        for (long id : ids) {
            for (int i = 0; i < stamp.size(); i++) {
                if (stamp.tag(i) == id) {
                    return true;
                }
            }
        }
        return false;
    }

    private static long[] ids(Collection<Tag> tags) {
        return tags.stream().mapToLong(Tag::id).toArray();
    }
}
