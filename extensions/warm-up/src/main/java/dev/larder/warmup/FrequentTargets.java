package dev.larder.warmup;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts targets in limited memory. When there are twice as many as the capacity, or more text than {@link #MAX_LENGTH}, the rarer
 * half is forgotten and counted anew if it comes again, so that each target costs constant time on average, whatever the log has.
 */
final class FrequentTargets {

    /** Characters of all targets. */
    static final long MAX_LENGTH = 32L << 20;

    private final int capacity;
    private final Map<WarmUpTarget, Integer> counts = new HashMap<>();
    private long length;

    /** Creates an empty counter that remembers at least this many targets, if they are not long. */
    FrequentTargets(int capacity) {
        this.capacity = capacity;
    }

    /** Counts a request. */
    void add(WarmUpTarget target) {
        if (counts.merge(target, 1, Integer::sum) == 1) {
            length += length(target);
        }
        if (counts.size() >= 2 * capacity || length > MAX_LENGTH) {
            forgetRarer();
        }
    }

    private void forgetRarer() {
        Set<WarmUpTarget> kept = new HashSet<>();
        length = 0;
        for (WarmUpTarget target : mostFrequent(capacity)) {
            if (length + length(target) > MAX_LENGTH / 2) {
                break;
            }
            length += length(target);
            kept.add(target);
        }
        counts.keySet().retainAll(kept);
    }

    private static int length(WarmUpTarget target) {
        return target.authority().length() + target.pathAndQuery().length();
    }

    /** Returns the number of characters of all targets that are counted. */
    long length() {
        return length;
    }

    /** Returns the most frequent targets, the most frequent first. */
    List<WarmUpTarget> mostFrequent(int most) {
        return counts.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<WarmUpTarget, Integer> entry) -> entry.getValue())
                        .reversed()
                        .thenComparing(entry -> entry.getKey().pathAndQuery()))
                .limit(most)
                .map(Map.Entry::getKey)
                .toList();
    }
}
