package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.PendingWriteMarker.Extent;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * A member's knowledge of writes: the epochs of all tags and the raised fences, by the ids of tags, and the tags held by durable
 * logs. Its clock is the latest epoch it has heard of.
 */
public final class InvalidationState {

    private final EpochCounters counts;
    private final Epochs epochs;
    private final Fences fences;
    private final PendingWriteMarkers markers = new PendingWriteMarkers();

    /** Creates the state over these counters, which keep their values. */
    public InvalidationState(EpochCounters counts) {
        this.counts = counts;
        this.epochs = new Epochs(counts);
        this.fences = new Fences(counts);
    }

    /** Returns the ids of tags. */
    public static long[] ids(Collection<CacheTag> tags) {
        long[] ids = new long[tags.size()];
        int next = 0;
        for (CacheTag tag : tags) {
            ids[next++] = tag.id();
        }
        return ids;
    }

    /** Returns the latest epoch. */
    public long clock() {
        return epochs.now();
    }

    /** Returns the next epoch, which becomes the latest. */
    public long next() {
        return epochs.next();
    }

    /** Records an epoch heard of: none from now on is earlier. */
    public void hear(long epoch) {
        counts.raiseLatest(epoch);
    }

    /** Advances tags of these ids to an epoch, unless they are past it. */
    public EpochChange move(long[] tags, long epoch) {
        return epochs.move(tags, epoch);
    }

    /** Advances all tags to an epoch, unless they are past it. */
    public EpochChange moveEverything(long epoch) {
        return epochs.moveEverything(epoch);
    }

    /** Bars fetches stamped before that epoch from being stored. */
    public EpochChange voidFills(long epoch) {
        return epochs.voidFills(epoch);
    }

    /** Raises the fence of tags of these ids for a write in flight. */
    public void raise(long[] tags) {
        fences.raise(tags);
    }

    /** Lowers the fence of a write that is over. */
    public void lower(long[] tags) {
        fences.lower(tags);
    }

    /** Records a write in flight that does not fence tags of these ids: if this process ends first, the write may have happened. */
    public void announce(long[] tags) {
        fences.announce(tags);
    }

    /** Records that a write is over that was announced without a fence. */
    public void withdraw(long[] tags) {
        fences.withdraw(tags);
    }

    /** Records a notice of a durable log, sent by it or on its behalf. */
    public void hold(UUID log, long version, Extent extent, long[] tags) {
        markers.enter(log, version, extent, tags);
    }

    /** Records the latest notice of a durable log, as another member knows it. */
    public void hold(PendingWriteTags pendingTags) {
        long[] tags = pendingTags.tags().stream().mapToLong(Long::longValue).toArray();
        markers.enter(pendingTags.log(), pendingTags.version(), Extent.ALL, tags);
    }

    /** Whether a durable log holds any tag. */
    public boolean hasPendingWrites() {
        return markers.hasPendingWrites();
    }

    /** Whether a durable log holds a tag of this stamp, regardless of fences and epochs. */
    public boolean hasPendingWrite(EpochStamp stamp) {
        return markers.hasPendingWrite(stamp);
    }

    /** Returns the latest notice of each durable log. */
    public List<PendingWriteTags> held() {
        return markers.all();
    }

    /** Returns the status of an entry with this stamp. Checks durable logs, then fences, then epochs. */
    public EntryStatus judge(EpochStamp stamp) {
        boolean pendingTags = markers.hasPendingWrite(stamp);
        EntryStatus status = judgeDelivered(stamp);
        return pendingTags && status != EntryStatus.FENCED ? EntryStatus.HELD : status;
    }

    /** Returns the status of an entry with this stamp, regardless of durable logs. Checks fences, then epochs. */
    public EntryStatus judgeDelivered(EpochStamp stamp) {
        if (fences.isFenced(stamp)) {
            return EntryStatus.FENCED;
        }
        return epochs.isCurrent(stamp) ? EntryStatus.USABLE : EntryStatus.INVALIDATED;
    }

    /** Whether nothing but that change has invalidated an entry with this stamp. */
    boolean isCurrentExceptFor(EpochStamp stamp, EpochChange change) {
        return epochs.isCurrentExceptFor(stamp, change);
    }

    /** Returns the epoch before which entries with this tag are invalid. */
    public long epochOf(CacheTag tag) {
        return epochs.of(tag);
    }

    /** Returns the epoch before which entries with the tags of this stamp are invalid. */
    public long epochOf(EpochStamp tags) {
        return epochs.of(tags);
    }

    /** Whether a fetch that began then may still be stored, regardless of its tags. */
    public boolean mayFill(long epoch) {
        return epochs.mayFill(epoch);
    }

    /** Returns the epoch before which everything is invalid; 0 if there has been none. */
    public long everything() {
        return counts.everything();
    }

    /** Returns all epochs, for a member that knows none. */
    public EpochSnapshot state() {
        return EpochSnapshot.of(counts);
    }

    /** Merges the knowledge of another member. */
    public void merge(EpochSnapshot other) {
        other.addTo(counts);
    }
}
