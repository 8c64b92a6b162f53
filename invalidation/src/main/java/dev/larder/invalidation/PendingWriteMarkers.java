package dev.larder.invalidation;

import dev.larder.cache.spi.EpochStamp;
import dev.larder.invalidation.PendingWriteMarker.Extent;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The tags that durable logs hold: the latest notice of each log counts, from whichever member it comes. Readers need no lock.
 */
final class PendingWriteMarkers {

    private static final int COUNTERS = 1 << 14;

    private final Map<UUID, Word> logs = new TreeMap<>();
    private final Fences fences = new Fences(EpochCounters.inMemory(COUNTERS, 0));
    private volatile boolean any;

    private static final class Word {
        private final Set<Long> tags = new HashSet<>();
        private long version = Long.MIN_VALUE;
    }

    /** Whether a log holds any tag. */
    boolean hasPendingWrites() {
        return any;
    }

    /** Whether a log holds a tag of this stamp. */
    boolean hasPendingWrite(EpochStamp stamp) {
        return any && fences.isFenced(stamp);
    }

    /** Applies a notice of a log, unless a later one has been applied. */
    synchronized void enter(UUID log, long version, Extent extent, long[] tags) {
        Word word = logs.computeIfAbsent(log, unheard -> new Word());
        if (version <= word.version) {
            return;
        }
        word.version = version;
        if (extent == Extent.ALL) {
            Set<Long> named = LongStream.of(tags).boxed().collect(Collectors.toSet());
            lower(word, word.tags.stream().filter(tag -> !named.contains(tag)).toList());
        }
        if (extent == Extent.LESS) {
            lower(word, LongStream.of(tags).boxed().toList());
        } else {
            any |= tags.length > 0;
            LongStream.of(tags).filter(word.tags::add).forEach(tag -> fences.raise(new long[] {tag}));
        }
        any = logs.values().stream().anyMatch(each -> !each.tags.isEmpty());
    }

    private void lower(Word word, List<Long> tags) {
        tags.stream().filter(word.tags::remove).forEach(tag -> fences.lower(new long[] {tag}));
    }

    /** Returns the latest notice of each log. */
    synchronized List<PendingWriteTags> all() {
        return logs.entrySet().stream()
                .map(entry -> new PendingWriteTags(entry.getKey(), entry.getValue().version, entry.getValue().tags))
                .toList();
    }
}
