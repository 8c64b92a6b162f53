package dev.larder.insight.lifetime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Observations of bodies by the time since they were last known to be current, in half octaves: always a few kilobytes. */
public final class BodyAgeHistogram {

    private static final int BUCKETS = 84;
    private static final double PER_OCTAVE = 2;

    private final long[] all = new long[BUCKETS];
    private final long[] changed = new long[BUCKETS];
    private final double[] millis = new double[BUCKETS];

    /** Adds an observation. */
    public synchronized void add(Duration age, boolean hasChanged) {
        double exact = Math.max(1, age.toNanos() / 1e6);
        int bucket = (int) Math.min(BUCKETS - 1, PER_OCTAVE * Math.log(exact) / Math.log(2));
        all[bucket]++;
        millis[bucket] += exact;
        changed[bucket] += hasChanged ? 1 : 0;
    }

    /** Returns all observations, those of the youngest bodies first. */
    public synchronized List<BodyAgeBucket> counts() {
        var counts = new ArrayList<BodyAgeBucket>();
        for (int i = 0; i < BUCKETS; i++) {
            if (all[i] > 0) {
                counts.add(new BodyAgeBucket(Duration.ofNanos((long) (millis[i] / all[i] * 1e6)), all[i], changed[i]));
            }
        }
        return counts;
    }

    /** Returns the sum of both histograms. */
    public BodyAgeHistogram plus(BodyAgeHistogram others) {
        var sum = new BodyAgeHistogram();
        addTo(sum);
        others.addTo(sum);
        return sum;
    }

    /** The target must not be visible to other threads yet. */
    private synchronized void addTo(BodyAgeHistogram sum) {
        for (int i = 0; i < BUCKETS; i++) {
            sum.all[i] += all[i];
            sum.changed[i] += changed[i];
            sum.millis[i] += millis[i];
        }
    }
}
