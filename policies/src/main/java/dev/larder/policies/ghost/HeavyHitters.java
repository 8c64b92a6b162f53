package dev.larder.policies.ghost;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the keys that weigh most in the traffic, by requests and by bytes alike. Scores of a bounded number of keys are
 * kept; when they are too many, the lower half goes, so that who comes late is underrated at most (as in lossy counting, Manku
 * and Motwani, VLDB 2002).
 */
final class HeavyHitters {

    /** Counts looked at between two looks at who is heavy. */
    private static final int SESSION = 1_024;

    /** Bytes of a scored key: an entry of a map, a boxed hash, a score. */
    private static final int SCORED_BYTES = 100;

    /** A heavy key remains heavy with this part of the score that makes one. */
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

    /** @param limit of the scores kept */
    HeavyHitters(int limit) {
        this.limit = limit;
    }

    /** Counts requests for a key. Returns whether it is heavy. */
    boolean count(long hash, long size, int times) {
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

    /** Whether it is time to look who is heavy. */
    boolean isDue() {
        return session >= SESSION;
    }

    /** From now on so many are heavy. */
    void choose(int wanted) {
        session = 0;
        List<Double> sorted = sorted();
        threshold =
                wanted <= 0 || sorted.isEmpty() ? Double.MAX_VALUE : sorted.get(Math.min(wanted, sorted.size()) - 1);
    }

    /** Whether a key that was heavy still is. */
    boolean remains(long hash) {
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

    /** Bytes that it takes at most. */
    long bytes() {
        return (long) limit * SCORED_BYTES;
    }
}
