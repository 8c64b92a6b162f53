package dev.larder.gateway.actuate;

import dev.larder.gateway.rule.RuleTrialReport;
import dev.larder.gateway.rule.RuleTrialReport.Outcome;
import dev.larder.gateway.rule.RuleTrialReport.Sample;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What rules that are not in force would have done to recent traffic, for operators.
 *
 * @param verdict harmless, crosses, loses-hits or unknown
 * @param refused whether the rules would be refused without {@code mode=accept}
 * @param why the verdict as sentences
 * @param sample the traffic that was evaluated; none if there is none
 * @param total all of its requests
 * @param rules the same by rule; the name is empty for requests under none
 */
public record RuleTrialView(
        String verdict, boolean refused, String why, Optional<Traffic> sample, Forecast total, List<Forecast> rules) {

    /**
     * Traffic that was evaluated.
     *
     * @param from when its first request was made
     * @param to when its last response ended
     * @param requests number of requests, without writes
     * @param hits how many of them were answered from the store
     * @param hitRatio the share of these
     * @param concerned how many fall under other settings than before
     */
    public record Traffic(Instant from, Instant to, long requests, long hits, double hitRatio, long concerned) {

        static Traffic of(Sample sample) {
            double ratio = sample.requests() == 0 ? 0 : (double) sample.hits() / sample.requests();
            return new Traffic(sample.from(), sample.to(), sample.requests(), sample.hits(), ratio, sample.concerned());
        }
    }

    /**
     * Requests under both rules.
     *
     * @param rule name of the rule; none for all requests
     * @param before under the rules in force
     * @param after under the proposed rules
     */
    public record Forecast(
            Optional<String> rule, Outcome before, double hitRatioBefore, Outcome after, double hitRatioAfter) {

        static Forecast of(Optional<String> rule, Outcome before, Outcome after) {
            return new Forecast(rule, before, before.hitRatio(), after, after.hitRatio());
        }
    }

    /** Returns a report as operators see it. */
    static RuleTrialView of(RuleTrialReport report) {
        return new RuleTrialView(
                report.verdict().word(),
                report.verdict().isRefusal(),
                report.verdict().text(),
                report.sample().map(Traffic::of),
                Forecast.of(
                        Optional.empty(),
                        report.total().before(),
                        report.total().after()),
                report.rules().stream()
                        .map(rule -> Forecast.of(Optional.of(rule.rule()), rule.before(), rule.after()))
                        .toList());
    }
}
