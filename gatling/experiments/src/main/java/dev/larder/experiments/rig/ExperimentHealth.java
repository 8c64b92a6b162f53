package dev.larder.experiments.rig;

import dev.larder.experiments.traffic.RequestStatistics;

/** What must hold in every experiment: each request answered, no body stale. */
public final class ExperimentHealth {

    private long requests;
    private long failures;
    private long stale;
    private long wrong;
    private String firstFailure = "";

    void add(RequestStatistics tally) {
        requests += tally.calls();
        failures += tally.failures();
        stale += tally.stale();
        if (firstFailure.isEmpty()) {
            firstFailure = tally.firstFailure();
        }
    }

    /** Whether all was well. */
    public boolean isHealthy() {
        return failures == 0 && stale == 0 && wrong == 0;
    }

    /** Forgets, for the next experiment. */
    public void reset() {
        requests = 0;
        failures = 0;
        stale = 0;
        wrong = 0;
        firstFailure = "";
    }

    /** So many findings are not what must be. */
    public void wrong(int findings) {
        wrong += findings;
    }

    /** Whether requests have been sent through this at all. */
    public boolean hasRequests() {
        return requests > 0;
    }

    /** All counts in one line. */
    @Override
    public String toString() {
        return requests + " requests, warm-up included; " + failures + " failed"
                + (firstFailure.isEmpty() ? "" : " (first: " + firstFailure + ")") + "; " + stale + " stale bodies"
                + (wrong == 0 ? "" : "; " + wrong + " wrong findings");
    }
}
