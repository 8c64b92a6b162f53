package dev.larder.insight.advisor;

import java.time.Duration;

/**
 * Conditions for changing the live store's policy.
 *
 * @param margin percentage points by which another policy must lead; doubled each time that it has been abandoned before
 * @param reports number of consecutive reports with that lead
 * @param period time between reports
 * @param requests minimum number of requests with that lead
 * @param rest time after a change without another; doubled after each further change, up to a day
 */
public record PolicySelectionSettings(double margin, int reports, Duration period, long requests, Duration rest) {

    /** Requires a clear and lasting lead, as each change costs hits. A bean of this type replaces it. */
    public static final PolicySelectionSettings DEFAULT =
            new PolicySelectionSettings(2, 10, Duration.ofMinutes(1), 10_000, Duration.ofMinutes(30));

    private static final Duration LONGEST = Duration.ofDays(1);

    /** Returns how long a policy must lead. */
    Duration lasting() {
        return period.multipliedBy(reports - 1L);
    }

    /** Returns the lead required of a policy that has been abandoned so often. */
    double margin(int givenUp) {
        return Math.scalb(margin, givenUp);
    }

    /** Returns the time without another change after so many changes. */
    Duration rest(int changes) {
        Duration longer = rest;
        for (int i = 1; i < changes && longer.compareTo(LONGEST) < 0; i++) {
            longer = longer.multipliedBy(2);
        }
        return longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
    }
}
