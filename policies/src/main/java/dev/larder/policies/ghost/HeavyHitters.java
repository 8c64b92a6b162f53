package dev.larder.policies.ghost;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the keys with the most traffic, by requests and by bytes alike. Keeps scores of a bounded number of keys. When
 * there are too many, the lower half is dropped, so that late keys can only be underrated (as in lossy counting, Manku
 * and Motwani, VLDB 2002).
 */
final class HeavyHitters {

    /** Counts between two selections of the heavy keys. */
    private static final int SESSION = 1_024;

    /** Bytes of a scored key: an entry of a map, a boxed hash, a score. */
    private static final int SCORED_BYTES = 100;

    /** A heavy key stays heavy with this fraction of the score that makes a key heavy. */
    private static final double REMAINING = 0.5;

    private final int limit;
    private final Map<Long, Score> scores = new HashMap<>();
    private double requests;
    private double bytes;
    private double threshold = Double.MAX_VALUE;
    private int session;

    private static final class Score {

        double value;
    }

    /** @param limit maximum number of scores */
    HeavyHitters(int limit) {
        this.limit = limit;
    }

    /** Counts requests for a key. Returns whether the key is heavy. */
    boolean recordRequests(long hash, long size, int times) {
        requests += times;
        bytes += (double) times * size;
        session++;
        Score score = scores.computeIfAbsent(hash, first -> new Score());
        score.value += times * (1 + size * requests / bytes);
        boolean heavy = score.value >= threshold;
        if (scores.size() > limit) {
            forget();
        }
        return heavy;
    }

    /** Whether the next selection of heavy keys is due. */
    boolean isDue() {
        return session >= SESSION;
    }

    /** Selects this many heavy keys. */
    void choose(int wanted) {
        session = 0;
        List<Double> sorted = sorted();
        threshold =
                wanted <= 0 || sorted.isEmpty() ? Double.MAX_VALUE : sorted.get(Math.min(wanted, sorted.size()) - 1);
    }

    /** Whether a key that was heavy still is. */
    boolean isStillHeavy(long hash) {
        Score score = scores.get(hash);
        return score != null && score.value >= REMAINING * threshold;
    }

    void halve() {
        requests /= 2;
        bytes /= 2;
        scores.values().forEach(score -> score.value /= 2);
        threshold /= 2;
    }

    private List<Double> sorted() {
        List<Double> values = new ArrayList<>(scores.size());
        scores.values().forEach(score -> values.add(score.value));
        values.sort(Comparator.reverseOrder());
        return values;
    }

    private void forget() {
        double median = sorted().get(limit / 2);
        scores.values().removeIf(score -> score.value <= median);
    }

    /** Returns the maximum memory in bytes. */
    long bytes() {
        return (long) limit * SCORED_BYTES;
    }
}
