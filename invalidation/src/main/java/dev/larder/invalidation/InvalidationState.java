package dev.larder.invalidation;

import dev.larder.cache.spi.CacheTag;
import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.PendingWriteMarker.Extent;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * What a member knows of writes: the epochs of all tags and the fences that are up, by the ids of tags. Its clock is the
 * latest epoch it has heard of. And what durable logs hold.
 */
public final class InvalidationState {

    private final EpochCounters counts;
    private final Epochs epochs;
    private final Fences fences;
    private final PendingWriteMarkers markers = new PendingWriteMarkers();

    /** Of what is counted there. */
    public InvalidationState(EpochCounters counts) {
        this.counts = counts;
        this.epochs = new Epochs(counts);
        this.fences = new Fences(counts);
    }

    /** The ids of tags. */
    public static long[] ids(Collection<CacheTag> tags) {
        return tags.stream().mapToLong(CacheTag::id).toArray();
    }

    /** The latest epoch. */
    public long clock() {
        return epochs.now();
    }

    /** The next epoch: from now on the latest. */
    public long next() {
        return epochs.next();
    }

    /** Has heard of an epoch: none from now on is earlier. */
    public void hear(long epoch) {
        counts.raiseLatest(epoch);
    }

    /** Moves tags of these ids to an epoch, unless they are past it. */
    public EpochChange move(long[] tags, long epoch) {
        return epochs.move(tags, epoch);
    }

    /** Moves all tags to an epoch, unless they are past it. */
    public EpochChange moveEverything(long epoch) {
        return epochs.moveEverything(epoch);
    }

    /** No fetch stamped before that epoch may be stored. */
    public EpochChange voidFills(long epoch) {
        return epochs.voidFills(epoch);
    }

    /** A write is under way that may concern tags of these ids. */
    public void raise(long[] tags) {
        fences.raise(tags);
    }

    /** That write is over. */
    public void lower(long[] tags) {
        fences.lower(tags);
    }

    /** A durable log says what it holds, or somebody for it. */
    public void hold(UUID log, long version, Extent extent, long[] tags) {
        markers.enter(log, version, extent, tags);
    }

    /** Somebody knows the latest word of a durable log. */
    public void hold(PendingWriteTags pendingTags) {
        long[] tags = pendingTags.tags().stream().mapToLong(Long::longValue).toArray();
        markers.enter(pendingTags.log(), pendingTags.version(), Extent.ALL, tags);
    }

    /** Whether a durable log holds a tag of this stamp, whatever else there is to say of it. */
    public boolean holds(EpochStamp stamp) {
        return markers.raised(stamp);
    }

    /** The latest word of each durable log. */
    public List<PendingWriteTags> held() {
        return markers.all();
    }

    /** Whether holds, fences and epochs allow the use of what has this stamp. They are looked at in this order. */
    public EntryStatus judge(EpochStamp stamp) {
        boolean pendingTags = markers.raised(stamp);
        EntryStatus status = judgeDelivered(stamp);
        return pendingTags && status != EntryStatus.FENCED ? EntryStatus.HELD : status;
    }

    /** Whether fences and epochs allow the use of what has this stamp, whatever is held. Fences are looked at first. */
    public EntryStatus judgeDelivered(EpochStamp stamp) {
        if (fences.raised(stamp)) {
            return EntryStatus.FENCED;
        }
        return epochs.unmoved(stamp) ? EntryStatus.USABLE : EntryStatus.INVALIDATED;
    }

    /** The epoch before which whatever has this tag is invalid. */
    public long epochOf(CacheTag tag) {
        return epochs.of(tag);
    }

    /** The epoch before which whatever has the tags of this stamp is invalid. */
    public long epochOf(EpochStamp tags) {
        return epochs.of(tags);
    }

    /** Whether a fetch that began then may still be stored, its tags apart. */
    public boolean mayFill(long epoch) {
        return epochs.mayFill(epoch);
    }

    /** The epoch before which all is invalid; 0 if nobody has ever said. */
    public long everything() {
        return counts.everything();
    }

    /** All epochs, for a member that knows none. */
    public EpochSnapshot state() {
        return EpochSnapshot.of(counts);
    }

    /** Knows from now on what another member knew, too. */
    public void merge(EpochSnapshot other) {
        other.addTo(counts);
    }
}
