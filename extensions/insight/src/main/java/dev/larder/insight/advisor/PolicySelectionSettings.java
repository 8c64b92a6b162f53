package dev.larder.insight.advisor;

import java.time.Duration;

/**
 * When the live store gets another policy.
 *
 * @param margin percentage points that another has to be better by; twice as many for each time that it has been given up before
 * @param reports in so many of them in a row
 * @param period from one report to the next
 * @param requests and over so many requests
 * @param rest after a change in which there is no other; twice as long after each further one, up to a day
 */
public record PolicySelectionSettings(double margin, int reports, Duration period, long requests, Duration rest) {

    /** Changes only on a clear and lasting lead, as each change costs hits. Used unless a bean says otherwise. */
    public static final PolicySelectionSettings DEFAULT =
            new PolicySelectionSettings(2, 10, Duration.ofMinutes(1), 10_000, Duration.ofMinutes(30));

    private static final Duration LONGEST = Duration.ofDays(1);

    /** For how long one has to be better. */
    Duration lasting() {
        return period.multipliedBy(reports - 1L);
    }

    /** What one has to be better by that has been given up so often. */
    double margin(int givenUp) {
        return Math.scalb(margin, givenUp);
    }

    /** How long there is no other change after so many. */
    Duration rest(int changes) {
        Duration longer = rest;
        for (int i = 1; i < changes && longer.compareTo(LONGEST) < 0; i++) {
            longer = longer.multipliedBy(2);
        }
        return longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
    }
}
