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
 * <tr><td>{@link FencedWrite#happened}, before its response is released</td><td>the epoch of the tag moves</td></tr>
 * <tr><td>{@link FencedWrite#end}</td><td>{@link EntryStatus#INVALIDATED} if their stamp is of an earlier epoch, else usable</td></tr>
 * <tr><td>{@link #hold} by a log of acknowledged writes</td><td>{@link EntryStatus#HELD}, until it lets go</td></tr>
 * <tr><td>this member's lease has run out</td><td>{@link EntryStatus#LAPSED}, whatever else holds</td></tr>
 * </table>
 *
 * <p>Invariant: once a {@link FencedWrite} has completed as having happened, nothing whose stamp was taken before the origin was
 * written to is {@link EntryStatus#USABLE}. From before the write is forwarded until then, nothing with one of its tags is, so
 * that no client reads the old state after another has read the new one.
 *
 * <p>Any thread calls any method. Publishing completes when each member that may answer from its store has applied the
 * message, on the caller's thread or one of the {@link InvalidationBus}. Order takes the place of locks: a writer moves epochs
 * before it lowers a fence or lets go of a hold; a reader looks at holds, then fences, then epochs. Tags share counters, so
 * one may seem fenced or moved when it is not, never the reverse (Cormode and Muthukrishnan, the count-min sketch, 2005).
 */
public final class Invalidator {

    private static final Set<CacheTag> COPIES = Set.of(CacheTags.copies());
    private static final EpochStamp COPY = EpochStamp.of(0, COPIES);

    private final InvalidationState state;
    private final InvalidationBus bus;
    private final AtomicLong writes = new AtomicLong();
    private final InvalidationCounters invalidationCounters = new InvalidationCounters();

    /**
     * A member of this bus that knows of no write yet.
     *
     * @param counters epochs kept, a power of two; 12 bytes each. The fewer, the more tags move with others
     * @param first epoch to begin with: later than every epoch of an earlier life whose entries may still be stored
     */
    public Invalidator(int counters, long first, InvalidationBus bus) {
        this(EpochCounters.inMemory(counters, first), bus);
    }

    /** A member of this bus that knows of the writes that have been counted there. */
    public Invalidator(EpochCounters counts, InvalidationBus bus) {
        this.state = new InvalidationState(counts);
        this.bus = bus;
        bus.join(state);
    }

    /** The epoch to stamp a fetch with, to be read before it is forwarded. */
    public long epoch() {
        return bus.stamp();
    }

    /** The epoch before which whatever has this tag is invalid; for operators. */
    public long epochOf(CacheTag tag) {
        return state.epochOf(tag);
    }

    /** The epoch before which whatever has the tags of this stamp is invalid; for observers. */
    public long epochOf(EpochStamp tags) {
        return state.epochOf(tags);
    }

    /**
     * Whether what has this stamp can be used by whoever asks now. Fences are looked at before epochs: a write that lowers
     * its fence in between has moved its epochs by then.
     */
    public EntryStatus judge(EpochStamp stamp) {
        return bus.entitled() ? state.judge(stamp) : EntryStatus.LAPSED;
    }

    /** As {@link #judge}, but whatever durable logs hold: for readers that do not mind. */
    public EntryStatus judgeDelivered(EpochStamp stamp) {
        return bus.entitled() ? state.judgeDelivered(stamp) : EntryStatus.LAPSED;
    }

    /** Whether writes wait until every member of a cluster knows of them. */
    public boolean waits() {
        return bus.waits();
    }

    /**
     * Whether a fetch with this stamp, now complete, may be stored. What has been fetched while a log holds one of its tags
     * may: before the log lets go of them, whatever has been stored by then is made wrong.
     */
    public boolean mayStore(EpochStamp stamp) {
        return judgeDelivered(stamp) == EntryStatus.USABLE && !voided(stamp);
    }

    /** Whether {@link #voidFills} has been called since a fetch with this stamp began. */
    public boolean voided(EpochStamp stamp) {
        return !state.mayFill(stamp.epoch());
    }

    /** Announces a write that may make entries with these tags wrong; it may be forwarded when the stage completes. */
    public CompletionStage<FencedWrite> begin(Set<CacheTag> tags) {
        long number = writes.incrementAndGet();
        var write = new FencedWrite(number, tags, bus, invalidationCounters);
        return bus.publish(new InvalidationMessage.WriteStart(number, tags)).thenApply(applied -> write);
    }

    /** Keeps what a durable log holds from being {@link EntryStatus#USABLE}; so it is everywhere when the stage completes. */
    public CompletionStage<Void> hold(PendingWriteMarker marker) {
        return bus.publish(new InvalidationMessage.PendingWriteUpdate(marker)).thenAccept(applied -> {});
    }

    /** Whether a durable log holds a tag of this stamp, whatever else there is to say of it. */
    public boolean holds(EpochStamp stamp) {
        return state.holds(stamp);
    }

    /** The latest word of each durable log; for operators. */
    public List<PendingWriteTags> held() {
        return state.held();
    }

    /** Makes entries with any of these tags wrong; done when the stage completes. */
    public CompletionStage<Void> invalidate(Set<CacheTag> tags) {
        invalidationCounters.add(InvalidationCounters.Kind.TAGS, tags.size());
        return bus.publish(new InvalidationMessage.TagInvalidation(tags)).thenAccept(applied -> {});
    }

    /** Makes all entries wrong; done when the stage completes. */
    public CompletionStage<Void> invalidateEverything() {
        invalidationCounters.add(InvalidationCounters.Kind.EVERYTHING, 0);
        return bus.publish(new InvalidationMessage.FullInvalidation()).thenAccept(applied -> {});
    }

    /** Keeps what is being fetched from being stored, for whoever removes entries one by one; done when the stage completes. */
    public CompletionStage<Void> voidFills() {
        invalidationCounters.add(InvalidationCounters.Kind.FETCHES, 0);
        return bus.publish(new InvalidationMessage.FillRejection()).thenAccept(applied -> {});
    }

    /**
     * Keeps every member from copying entries out of the shared store, those included that it is just reading, until the
     * removal has ended: for whoever removes or changes entries one by one. It holds when the stage completes.
     */
    public CompletionStage<Removal> beginRemoval() {
        long number = writes.incrementAndGet();
        return bus.publish(new InvalidationMessage.WriteStart(number, COPIES))
                .thenApply(applied -> () -> endRemoval(number));
    }

    /** Without the tags having moved, what was read before the removal could be copied behind it: then the fence stays. */
    private CompletionStage<Void> endRemoval(long number) {
        return bus.publish(new InvalidationMessage.TagInvalidation(COPIES))
                .thenCompose(moved -> bus.publish(new InvalidationMessage.WriteEnd(number, COPIES)))
                .thenAccept(applied -> {});
    }

    /** Entries are being removed or changed one by one. */
    @FunctionalInterface
    public interface Removal {

        /** They are, everywhere; done when the stage completes. */
        CompletionStage<Void> end();
    }

    /**
     * Asked for before the shared store is read: says afterwards whether what was read may be copied. To be asked once the
     * copy can be found, as a removal that begins later finds it then.
     */
    public BooleanSupplier copying() {
        EpochStamp stamp = COPY.at(bus.stamp());
        return () -> state.judgeDelivered(stamp) == EntryStatus.USABLE;
    }

    /** What has been made wrong here so far; for operators. */
    public InvalidationCounters made() {
        return invalidationCounters;
    }
}
