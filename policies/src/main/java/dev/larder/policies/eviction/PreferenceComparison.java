package dev.larder.policies.eviction;

import java.util.Arrays;

/**
 * Selects the candidate with the highest gain, judged by the requests on which candidates differ from the active one. A
 * candidate takes over when its lead is too large for chance (a paired z-test, so that one huge object alone proves
 * nothing) and large enough to matter. Past requests decay exponentially.
 */
final class PreferenceComparison {

    /** Requests between evaluations. */
    private static final int SESSION = 512;

    /** Lead that a candidate needs, in standard deviations of that lead. */
    private static final double SIGNIFICANT = 1;

    /** Lead that a candidate needs, as a fraction of the active candidate's gain. */
    private static final double RELEVANT = 0.005;

    /** Weight of the past after a session. */
    private static final double MEMORY = 0.9;

    private final double[] leads;
    private final double[] squares;
    private double earned;
    private int best;
    private int requests;

    PreferenceComparison(int candidates, int first) {
        leads = new double[candidates];
        squares = new double[candidates];
        best = first;
    }

    /** Returns the index of the active candidate. */
    int best() {
        return best;
    }

    /**
     * Counts a request.
     *
     * @param hits bit i is set if candidate i had a hit
     * @param gain value of a hit
     * @return whether another candidate becomes active
     */
    boolean recordRequest(int hits, double gain) {
        boolean ruling = (hits >> best & 1) != 0;
        if (ruling) {
            earned += gain;
        }
        int differing = ruling ? ~hits : hits;
        for (int i = 0; i < leads.length; i++) {
            if ((differing >> i & 1) != 0) {
                leads[i] += ruling ? -gain : gain;
                squares[i] += gain * gain;
            }
        }
        return ++requests % SESSION == 0 && switchToBest();
    }

    private boolean switchToBest() {
        int leader = best;
        for (int i = 0; i < leads.length; i++) {
            if (isAhead(i) && (leader == best || leads[i] > leads[leader])) {
                leader = i;
            }
        }
        boolean changes = leader != best;
        best = leader;
        forget(changes ? 0 : MEMORY);
        return changes;
    }

    private boolean isAhead(int candidate) {
        double lead = leads[candidate];
        return lead > SIGNIFICANT * Math.sqrt(squares[candidate]) && lead > RELEVANT * earned;
    }

    private void forget(double left) {
        Arrays.setAll(leads, i -> leads[i] * left);
        Arrays.setAll(squares, i -> squares[i] * left);
        earned *= left;
    }
}
