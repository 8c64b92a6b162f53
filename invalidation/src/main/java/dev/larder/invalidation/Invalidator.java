package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Tracks invalidations. Readers check whether an entry is usable, without locks and without allocation; writers announce and
 * complete writes.
 *
 * <table>
 * <caption>A tag during a write</caption>
 * <tr><th>event</th><th>entries with the tag</th></tr>
 * <tr><td>{@link #begin}, before the write is forwarded</td><td>{@link EntryStatus#FENCED}: neither used nor stored</td></tr>
 * <tr><td>{@link FencedWrite#happened}, before its response is released</td><td>the epoch of the tag advances</td></tr>
 * <tr><td>{@link FencedWrite#end}</td><td>{@link EntryStatus#INVALIDATED} if their stamp is of an earlier epoch, else
 * usable</td></tr>
 * <tr><td>{@link #hold} by a log of acknowledged writes</td><td>{@link EntryStatus#HELD}, until the log releases it</td></tr>
 * <tr><td>this member's lease expires</td><td>{@link EntryStatus#LAPSED}, whatever else holds</td></tr>
 * </table>
 *
 * <p>Invariant: once a {@link FencedWrite} has completed as having happened, no entry stamped before the origin was written to is
 * {@link EntryStatus#USABLE}. From before the write is forwarded until then, no entry with one of its fenced tags is, so that no
 * client reads the old state after another has read the new one.
 *
 * <p>Thread-safe. Publishing completes when each member that may answer from its store has applied the message, on the caller's
 * thread or one of the {@link InvalidationBus}. Order replaces locks: a writer advances epochs before it lowers a fence or
 * releases a held tag; a reader checks durable logs, then fences, then epochs. Tags share counters, so one may seem fenced or
 * advanced when it is not, never the reverse (Cormode and Muthukrishnan, the count-min sketch, 2005).
 */
public final class Invalidator {

    private static final Set<CacheTag> COPIES = Set.of(CacheTags.copies());
    private static final EpochStamp COPY = EpochStamp.of(0, COPIES);

    private final EpochCounters counts;
    private final InvalidationState state;
    private final InvalidationBus bus;
    private final AtomicLong writes = new AtomicLong();
    private final InvalidationCounters invalidationCounters = new InvalidationCounters();

    /**
     * Creates a member of this bus that knows of no write yet.
     *
     * @param counters number of counters, a power of two; 12 bytes each. The fewer, the more tags advance with others
     * @param first epoch to begin with: later than every epoch of an earlier life whose entries may still be stored
     */
    public Invalidator(int counters, long first, InvalidationBus bus) {
        this(EpochCounters.inMemory(counters, first), bus);
    }

    /** Creates a member of this bus that knows of the writes in these counters. */
    public Invalidator(EpochCounters counts, InvalidationBus bus) {
        this.counts = counts;
        this.state = new InvalidationState(counts);
        this.bus = bus;
        bus.join(state);
    }

    /** Returns the epoch with which to stamp a fetch; to be read before the fetch is forwarded. */
    public long epoch() {
        return bus.stamp();
    }

    /** Returns whether nothing but that change has invalidated an entry with this stamp. */
    public boolean isCurrentExceptFor(EpochStamp stamp, EpochChange change) {
        return state.isCurrentExceptFor(stamp, change);
    }

    /** Returns the epoch before which entries with this tag are invalid; for operators. */
    public long epochOf(CacheTag tag) {
        return state.epochOf(tag);
    }

    /** Returns the epoch before which entries with the tags of this stamp are invalid; for observers. */
    public long epochOf(EpochStamp tags) {
        return state.epochOf(tags);
    }

    /**
     * Returns the status of an entry with this stamp for a request now. Checks fences before epochs: a write that lowers its
     * fence in between has advanced its epochs by then.
     */
    public EntryStatus judge(EpochStamp stamp) {
        return bus.mayUseStore() ? state.judge(stamp) : EntryStatus.LAPSED;
    }

    /** Like {@link #judge}, but ignores durable logs, for readers that may. */
    public EntryStatus judgeDelivered(EpochStamp stamp) {
        return bus.mayUseStore() ? state.judgeDelivered(stamp) : EntryStatus.LAPSED;
    }

    /** Whether writes wait until every member of a cluster knows of them. */
    public boolean isSynchronous() {
        return bus.isSynchronous();
    }

    /**
     * Whether a completed fetch with this stamp may be stored. It may even if a durable log holds one of its tags: the log
     * invalidates all such entries before it releases the tag.
     */
    public boolean mayStore(EpochStamp stamp) {
        return judgeDelivered(stamp) == EntryStatus.USABLE && !isVoided(stamp);
    }

    /** Whether {@link #voidFills} has been called since a fetch with this stamp began. */
    public boolean isVoided(EpochStamp stamp) {
        return !state.mayFill(stamp.epoch());
    }

    /** Announces a write that may invalidate entries with these tags; it may be forwarded when the stage completes. */
    public CompletionStage<FencedWrite> begin(Set<CacheTag> tags) {
        return begin(tags, Set.of());
    }

    /**
     * Announces a write that fences some tags only. Entries with the others are used until it has happened; if this process, or
     * this member of a cluster, fails before it ends, it counts as having happened for all of them.
     */
    public CompletionStage<FencedWrite> begin(Set<CacheTag> fenced, Set<CacheTag> unfenced) {
        var start = new InvalidationMessage.WriteStart(writes.incrementAndGet(), fenced, unfenced);
        var write = new FencedWrite(start, bus, invalidationCounters);
        return bus.publish(start).thenApply(applied -> write);
    }

    /** Keeps entries held by a durable log from being {@link EntryStatus#USABLE}, at every member when the stage completes. */
    public CompletionStage<Void> hold(PendingWriteMarker marker) {
        return bus.publish(new InvalidationMessage.PendingWriteUpdate(marker)).thenAccept(applied -> {});
    }

    /** Whether a durable log holds any tag: without, {@link #hasPendingWrite} is false for all. */
    public boolean hasPendingWrites() {
        return state.hasPendingWrites();
    }

    /** Whether a durable log holds a tag of this stamp, regardless of fences and epochs. */
    public boolean hasPendingWrite(EpochStamp stamp) {
        return state.hasPendingWrite(stamp);
    }

    /** Returns the latest notice of each durable log; for operators. */
    public List<PendingWriteTags> held() {
        return state.held();
    }

    /** Invalidates entries with any of these tags; done when the stage completes. */
    public CompletionStage<Void> invalidate(Set<CacheTag> tags) {
        invalidationCounters.add(InvalidationCounters.Kind.TAGS, tags.size());
        return bus.publish(new InvalidationMessage.TagInvalidation(tags)).thenAccept(applied -> {});
    }

    /** Invalidates all entries; done when the stage completes. */
    public CompletionStage<Void> invalidateEverything() {
        invalidationCounters.add(InvalidationCounters.Kind.EVERYTHING, 0);
        return bus.publish(new InvalidationMessage.FullInvalidation()).thenAccept(applied -> {});
    }

    /**
     * Invalidates all entries, because writes invalidate otherwise from now on; done when the stage completes. A start that decides
     * by another digest invalidates all entries too.
     *
     * @param digest of what decides which tags a write invalidates
     */
    public CompletionStage<Void> invalidateEverything(long digest) {
        return invalidateEverything().thenRun(() -> counts.decidedBy(digest));
    }

    /** Bars fetches in progress from being stored, for callers that remove entries one by one; done when the stage completes. */
    public CompletionStage<Void> voidFills() {
        invalidationCounters.add(InvalidationCounters.Kind.FETCHES, 0);
        return bus.publish(new InvalidationMessage.FillRejection()).thenAccept(applied -> {});
    }

    /**
     * Bars every member from copying entries out of the shared store, even those it is just reading, until the removal ends: for
     * callers that remove or change entries one by one. In effect when the stage completes.
     */
    public CompletionStage<Removal> beginRemoval() {
        long number = writes.incrementAndGet();
        return bus.publish(new InvalidationMessage.WriteStart(number, COPIES))
                .thenApply(applied -> () -> endRemoval(number));
    }

    /** Advances the tag first, or copies could bring back what was read before the removal; the fence stays if that fails. */
    private CompletionStage<Void> endRemoval(long number) {
        return bus.publish(new InvalidationMessage.TagInvalidation(COPIES))
                .thenCompose(moved -> bus.publish(new InvalidationMessage.WriteEnd(number, COPIES)))
                .thenAccept(applied -> {});
    }

    /** A removal or change of entries one by one. */
    @FunctionalInterface
    public interface Removal {

        /** Ends the removal; done when the stage completes. */
        CompletionStage<Void> end();
    }

    /**
     * Returns a check, to be obtained before the shared store is read, of whether the result may be copied. Call it once the copy
     * can be found, as a removal that begins later then finds the copy.
     */
    public BooleanSupplier copying() {
        EpochStamp stamp = COPY.at(bus.stamp());
        return () -> state.judgeDelivered(stamp) == EntryStatus.USABLE;
    }

    /** Returns the counters of invalidations made here; for operators. */
    public InvalidationCounters made() {
        return invalidationCounters;
    }
}
