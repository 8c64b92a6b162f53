package dev.larder.insight.lifetime;

import dev.larder.insight.audit.ConfidenceInterval;
import dev.larder.insight.proposal.DurationText;
import java.time.Duration;
import java.util.List;

/**
 * Estimates the share of bodies that has changed by each age, as far as the observations prove it. Each observation only tells
 * whether a change has come before it (current status data). As the share can only grow with age, observations at that age or
 * later bound it from above, and those at that age or earlier bound it from below; the tightest bound counts. Between two ages,
 * and before the first, changes are assumed to come at a constant rate. Nothing is claimed beyond the oldest observed body.
 */
public final class SurvivalEstimate {

    /** Minimum number of observations for a proposal. */
    private static final long FEWEST = 30;

    /** A share indistinguishable from one. */
    private static final double ALMOST_ALL = 0.999;

    private static final int STEPS = 100;

    private final double[] ages;
    private final double[] hazard;
    private final double[] lower;
    private final long seen;

    private SurvivalEstimate(double[] ages, double[] hazard, double[] lower, long seen) {
        this.ages = ages;
        this.hazard = hazard;
        this.lower = lower;
        this.seen = seen;
    }

    /** Creates the estimate from these observations, the youngest first. */
    public static SurvivalEstimate of(List<BodyAgeBucket> looks) {
        int size = looks.size();
        var ages = new double[size];
        var hazard = new double[size];
        var lower = new double[size];
        double least = ALMOST_ALL;
        for (int i = size - 1; i >= 0; i--) {
            least = Math.min(least, fromHere(looks, i));
            ages[i] = seconds(looks.get(i).age());
            hazard[i] = -Math.log(1 - least);
            lower[i] = untilHere(looks, i);
        }
        return new SurvivalEstimate(
                ages,
                hazard,
                lower,
                looks.stream().mapToLong(BodyAgeBucket::all).sum());
    }

    private static double fromHere(List<BodyAgeBucket> looks, int from) {
        double least = 1;
        long all = 0;
        long changed = 0;
        for (int i = from; i < looks.size(); i++) {
            all += looks.get(i).all();
            changed += looks.get(i).changed();
            least = Math.min(least, ConfidenceInterval.of(changed, all).high());
        }
        return least;
    }

    private static double untilHere(List<BodyAgeBucket> looks, int to) {
        double most = 0;
        long all = 0;
        long changed = 0;
        for (int i = to; i >= 0; i--) {
            all += looks.get(i).all();
            changed += looks.get(i).changed();
            most = Math.max(most, ConfidenceInterval.of(changed, all).low());
        }
        return most;
    }

    /** Whether there are enough observations for a proposal. */
    public boolean hasEnoughObservations() {
        return seen >= FEWEST;
    }

    /** Returns the share of bodies proven to change by this age; zero if nothing is proven. */
    public double changedAtLeast(Duration age) {
        double most = 0;
        for (int i = 0; i < ages.length && ages[i] <= seconds(age); i++) {
            most = Math.max(most, lower[i]);
        }
        return most;
    }

    /** Returns whether more than this share of bodies is proven to change, at any observed age. */
    public boolean hasProvenChanges(double share) {
        return lower.length > 0 && lower[lower.length - 1] > share;
    }

    /**
     * Returns the lifetimes that keep to a share of stale responses: a body is fresh while the probability that it has changed
     * does not exceed the share, and served stale while its average over all ages up to then does not.
     */
    public TtlProposal propose(double staleness) {
        double fresh = last(age -> changed(age) <= staleness);
        double served = Math.max(fresh, last(age -> stale(age) <= staleness));
        Duration ttl = DurationText.rounded(duration(fresh));
        return new TtlProposal(
                ttl,
                ttl.isZero()
                        ? Duration.ZERO
                        : DurationText.rounded(duration(served).minus(ttl)));
    }

    private interface AtAge {
        boolean matches(double age);
    }

    /** Returns the greatest age at which a condition holds that, once false, stays false. */
    private double last(AtAge condition) {
        double low = 0;
        double high = ages.length == 0 ? 0 : ages[ages.length - 1];
        if (condition.matches(high)) {
            return high;
        }
        for (int i = 0; i < STEPS; i++) {
            double middle = (low + high) / 2;
            if (condition.matches(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the maximum probability that a body of this age has changed. */
    private double changed(double age) {
        double from = 0;
        double before = 0;
        for (int i = 0; i < ages.length; i++) {
            if (age <= ages[i]) {
                double slope = ages[i] == from ? 0 : (hazard[i] - before) / (ages[i] - from);
                return 1 - Math.exp(-before - slope * (age - from));
            }
            from = ages[i];
            before = hazard[i];
        }
        return 1 - Math.exp(-before);
    }

    /** Returns the average of that probability over all ages up to this one. */
    private double stale(double age) {
        double sum = 0;
        double from = 0;
        double before = 0;
        for (int i = 0; i < ages.length && from < age; i++) {
            double to = Math.min(age, ages[i]);
            double slope = ages[i] == from ? 0 : (hazard[i] - before) / (ages[i] - from);
            double kept = Math.exp(-before);
            double alive = slope == 0 ? kept * (to - from) : kept * -Math.expm1(-slope * (to - from)) / slope;
            sum += to - from - alive;
            from = ages[i];
            before = hazard[i];
        }
        return age == 0 ? 0 : sum / age;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9));
    }
}
