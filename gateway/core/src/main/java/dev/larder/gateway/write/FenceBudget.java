package dev.larder.gateway.write;

import dev.larder.cache.spi.CacheTag;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/**
 * How long writes that change nothing may fence what others read: a client that repeats a refused write would keep a pool out of the
 * cache. A tag that is over its budget is not fenced by the writes concerned. These invalidate it all the same before their responses are
 * released; stored responses are used until then.
 *
 * <table>
 * <caption>Budgets of a tag, in fence time of refused writes</caption>
 * <tr><th>of</th><th>at once</th><th>in the long run</th></tr>
 * <tr><td>one client</td><td>100 ms</td><td>1/500 of the time</td></tr>
 * <tr><td>one target, whoever writes to it, for tags other than its own</td><td>100 ms</td><td>1/500 of the time</td></tr>
 * <tr><td>all together</td><td>400 ms</td><td>1/125 of the time</td></tr>
 * </table>
 *
 * <p>So one client takes at most 0.22 s of fence from each tag in a minute. A response has some five tags that writes to
 * different targets fence: together, less than 0.02 of its hits.
 *
 * <p>A budget is a generic cell rate (ITU-T I.371): the time by which what was used is earned again. Budgets share slots by chance,
 * two for each; both must be over, so that few are over without having been used. Thread-safe; without locks.
 */
public final class FenceBudget {

    /** What one client or one target may use, as a divisor of the time. */
    private static final long SHARE = 500;

    /** How much more all of them together may use. */
    private static final long ALL = 4;

    private static final long BURST = Duration.ofMillis(100).toNanos() * SHARE;

    /** An origin that takes a minute to refuse costs its client its budget of hours: this is enough. */
    private static final long LONGEST = Duration.ofHours(1).toNanos();

    /** 512 KB. */
    private static final int BITS = 16;

    private final AtomicLongArray slots = new AtomicLongArray(1 << BITS);
    private final long salt = new SplittableRandom().nextLong();
    private final LongSupplier clock;
    private final long start;

    /** Creates budgets of which nothing is used. */
    public FenceBudget() {
        this(System::nanoTime);
    }

    /**
     * Creates budgets of which nothing is used.
     *
     * @param clock monotonic, in nanoseconds
     */
    public FenceBudget(LongSupplier clock) {
        this.clock = clock;
        this.start = clock.getAsLong();
    }

    /**
     * Whose fences count together.
     *
     * @param client identity of the client; all that are not known are one
     * @param target tags of the target alone
     */
    public record Writer(Object client, Set<CacheTag> target) {}

    /** Returns the current time, in nanoseconds. */
    long now() {
        return clock.getAsLong() - start;
    }

    /** Returns those of these tags that a write may fence. */
    public Set<CacheTag> fenced(Writer writer, Set<CacheTag> tags) {
        long now = now();
        Set<CacheTag> fenced = new HashSet<>(tags);
        fenced.removeIf(tag -> isOver(ofClient(writer, tag), now)
                || isOver(ofAll(tag), now)
                || (!writer.target().contains(tag) && isOver(ofTarget(writer, tag), now)));
        return fenced;
    }

    /** Uses the budgets of these tags for a write that has changed nothing, and has fenced them since that time. */
    public void use(Writer writer, Set<CacheTag> fenced, long since) {
        long now = now();
        long cost = Math.min(now - since, LONGEST) * SHARE;
        for (CacheTag tag : fenced) {
            use(ofClient(writer, tag), cost, now);
            use(ofTarget(writer, tag), cost, now);
            use(ofAll(tag), cost / ALL, now);
        }
    }

    private boolean isOver(long budget, long now) {
        return Math.min(slots.get(first(budget)), slots.get(second(budget))) > now + BURST;
    }

    private void use(long budget, long cost, long now) {
        use(first(budget), cost, now);
        use(second(budget), cost, now);
    }

    private void use(int slot, long cost, long now) {
        slots.updateAndGet(slot, earned -> Math.min(Math.max(earned, now) + cost, now + LONGEST));
    }

    private long ofClient(Writer writer, CacheTag tag) {
        return hash(tag.id(), 1, writer.client().hashCode());
    }

    private long ofTarget(Writer writer, CacheTag tag) {
        return hash(tag.id(), 2, writer.target().hashCode());
    }

    private long ofAll(CacheTag tag) {
        return hash(tag.id(), 0, 0);
    }

    /** The finalizer of SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014). */
    private long hash(long tag, int kind, int of) {
        long hash = (tag ^ salt) + (((long) kind << 32) | (of & 0xFFFF_FFFFL)) * 0x9E37_79B9_7F4A_7C15L;
        hash = (hash ^ (hash >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        hash = (hash ^ (hash >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return hash ^ (hash >>> 31);
    }

    private static int first(long budget) {
        return (int) (budget >>> (Long.SIZE - BITS));
    }

    private static int second(long budget) {
        return (int) budget & ((1 << BITS) - 1);
    }
}
