package dev.larder.writes.buffer;

import dev.larder.cache.spi.Tag;
import dev.larder.invalidation.Hold;
import dev.larder.invalidation.Hold.Extent;
import dev.larder.invalidation.Invalidator;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Has every member hold what the acknowledged writes of one log make wrong, for as long as one of them is not delivered. */
final class WriteHolds {

    /** Greater than the versions of gateways that began with the milliseconds of the wall clock, shifted by 20 bits. */
    private static final long FIRST = 1L << 62;

    /** Words of one life. */
    private static final int BITS_OF_LIFE = 32;

    private final Invalidator invalidator;
    private final UUID log;
    private final Map<Tag, Held> held = new HashMap<>();
    private long version;

    private static final class Held {
        private int writes;
        private CompletableFuture<Void> known = CompletableFuture.completedFuture(null);
    }

    /**
     * Of one log.
     *
     * @param life a number greater than that of every earlier life of this log
     */
    WriteHolds(Invalidator invalidator, UUID log, long life) {
        this.invalidator = invalidator;
        this.log = log;
        this.version = FIRST + (life << BITS_OF_LIFE);
    }

    /** Says what the log has held from its start on. */
    synchronized CompletionStage<Void> announce(Collection<Set<Tag>> writes) {
        // A life in which nothing could be written had this number, too: others may know its words.
        invalidator.held().stream()
                .filter(known -> known.log().equals(log))
                .forEach(known -> version = Math.max(version, known.version()));
        writes.forEach(tags -> tags.forEach(tag -> held.computeIfAbsent(tag, none -> new Held()).writes++));
        return say(Extent.ALL, held.keySet());
    }

    /** Writes with these tags are to be acknowledged: they may be when the stage completes. */
    synchronized CompletionStage<Void> raise(Collection<Set<Tag>> writes) {
        Set<Tag> more = new HashSet<>();
        for (Set<Tag> tags : writes) {
            for (Tag tag : tags) {
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

    /** Writes with these tags are delivered, or have not been acknowledged after all. */
    synchronized void lower(Collection<Set<Tag>> writes) {
        Set<Tag> less = new HashSet<>();
        for (Set<Tag> tags : writes) {
            for (Tag tag : tags) {
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

    private Held entry(Tag tag) {
        Held each = held.get(tag);
        if (each == null) {
            throw new IllegalStateException("nobody holds " + tag);
        }
        return each;
    }

    private CompletionStage<Void> say(Extent extent, Set<Tag> tags) {
        version++;
        return invalidator.hold(new Hold(log, version, extent, tags));
    }
}
