package dev.larder.gateway.rule;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What rules would have done to recent traffic, beside what the rules in force do to it. Both are evaluated with an empty store at the
 * beginning of the sample.
 *
 * @param sample the traffic; empty if there is none
 * @param total all requests of the sample
 * @param rules the same by rule
 */
public record RuleTrialReport(
        RuleTrialVerdict verdict, Optional<Sample> sample, Forecast total, List<RuleForecast> rules) {

    public RuleTrialReport {
        rules = List.copyOf(rules);
    }

    /** Returns the report of a trial without traffic. */
    public static RuleTrialReport unknown(String why) {
        return new RuleTrialReport(
                new RuleTrialVerdict.Unknown(why),
                Optional.empty(),
                new Forecast(Outcome.NONE, Outcome.NONE),
                List.of());
    }

    /**
     * The traffic.
     *
     * @param from when the first request of it began
     * @param to when its last response ended
     * @param requests number of requests, without writes
     * @param hits number of those that were answered from the store
     * @param concerned number of those to which other settings would apply
     */
    public record Sample(Instant from, Instant to, long requests, long hits, long concerned) {}

    /**
     * Requests under both rules.
     *
     * @param before under the rules in force
     * @param after under the proposed rules
     */
    public record Forecast(Outcome before, Outcome after) {}

    /**
     * Requests of one rule.
     *
     * @param rule its name; empty for requests under none
     */
    public record RuleForecast(String rule, Outcome before, Outcome after) {}

    /**
     * What would have become of requests.
     *
     * @param requests their number, without writes
     * @param hits number that would have been answered from the store
     * @param stored number of responses that would have been stored
     * @param different number of hits with another content than the request got, those that crossed users included
     * @param crossed number of hits with the content of another user
     */
    public record Outcome(long requests, long hits, long stored, long different, long crossed) {

        /** No requests. */
        public static final Outcome NONE = new Outcome(0, 0, 0, 0, 0);

        /** Returns the sum of both. */
        public Outcome plus(Outcome more) {
            return new Outcome(
                    requests + more.requests,
                    hits + more.hits,
                    stored + more.stored,
                    different + more.different,
                    crossed + more.crossed);
        }

        /** Returns the share of requests that would have been answered from the store; 0 if there are none. */
        public double hitRatio() {
            return requests == 0 ? 0 : (double) hits / requests;
        }
    }
}
