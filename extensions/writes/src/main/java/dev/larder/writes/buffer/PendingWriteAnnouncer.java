package dev.larder.writes.buffer;

import dev.larder.cache.spi.CacheTag;
import dev.larder.invalidation.Invalidator;
import dev.larder.invalidation.PendingWriteMarker;
import dev.larder.invalidation.PendingWriteMarker.Extent;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Makes every member mark the tags of a log's acknowledged writes as pending until they are delivered. */
final class PendingWriteAnnouncer {

    /** Greater than the versions of older gateways, which began with the milliseconds of the wall clock, shifted by 20 bits. */
    private static final long FIRST = 1L << 62;

    /** Bits for the announcements of one run. */
    private static final int BITS_OF_LIFE = 32;

    private final Invalidator invalidator;
    private final UUID log;
    private final Map<CacheTag, Held> held = new HashMap<>();
    private long version;

    private static final class Held {
        private int writes;
        private CompletableFuture<Void> known = CompletableFuture.completedFuture(null);
    }

    /**
     * Creates the announcer of one log.
     *
     * @param life a number greater than that of every earlier run of this log
     */
    PendingWriteAnnouncer(Invalidator invalidator, UUID log, long life) {
        this.invalidator = invalidator;
        this.log = log;
        this.version = FIRST + (life << BITS_OF_LIFE);
    }

    /** Announces the tags of the writes that the log contains at its start. */
    synchronized CompletionStage<Void> announce(Collection<Set<CacheTag>> writes) {
        // A run in which nothing could be written had this number, too: others may know its announcements.
        invalidator.held().stream()
                .filter(known -> known.log().equals(log))
                .forEach(known -> version = Math.max(version, known.version()));
        writes.forEach(tags -> tags.forEach(tag -> held.computeIfAbsent(tag, none -> new Held()).writes++));
        return say(Extent.ALL, held.keySet());
    }

    /** Announces tags of writes to be acknowledged, which may happen when the stage completes. */
    synchronized CompletionStage<Void> raise(Collection<Set<CacheTag>> writes) {
        Set<CacheTag> more = new HashSet<>();
        for (Set<CacheTag> tags : writes) {
            for (CacheTag tag : tags) {
                Held each = held.computeIfAbsent(tag, none -> new Held());
                each.writes++;
                if (each.writes == 1 || each.known.isCompletedExceptionally()) {
                    more.add(tag);
                }
            }
        }
        if (!more.isEmpty()) {
            CompletableFuture<Void> known = say(Extent.MORE, more).toCompletableFuture();
            more.forEach(tag -> entry(tag).known = known);
        }
        return CompletableFuture.allOf(writes.stream()
                .flatMap(Set::stream)
                .map(tag -> entry(tag).known)
                .distinct()
                .toArray(CompletableFuture[]::new));
    }

    /** Withdraws the tags of writes that are delivered, or have not been acknowledged after all. */
    synchronized void lower(Collection<Set<CacheTag>> writes) {
        Set<CacheTag> less = new HashSet<>();
        for (Set<CacheTag> tags : writes) {
            for (CacheTag tag : tags) {
                Held each = entry(tag);
                each.writes--;
                if (each.writes == 0) {
                    held.remove(tag);
                    less.add(tag);
                }
            }
        }
        if (!less.isEmpty()) {
            say(Extent.LESS, less);
        }
    }

    private Held entry(CacheTag tag) {
        Held each = held.get(tag);
        if (each == null) {
            throw new IllegalStateException("no pending write holds " + tag);
        }
        return each;
    }

    private CompletionStage<Void> say(Extent extent, Set<CacheTag> tags) {
        version++;
        return invalidator.hold(new PendingWriteMarker(log, version, extent, tags));
    }
}
