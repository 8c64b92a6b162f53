package dev.larder.insight.trial;

import dev.larder.gateway.rule.RequestRule;
import dev.larder.gateway.rule.RuleSnapshot;
import dev.larder.gateway.rule.RuleTrialReport;
import dev.larder.gateway.rule.RuleTrialReport.Forecast;
import dev.larder.gateway.rule.RuleTrialReport.Outcome;
import dev.larder.gateway.rule.RuleTrialReport.RuleForecast;
import dev.larder.gateway.rule.RuleTrialReport.Sample;
import dev.larder.gateway.rule.RuleTrialVerdict;
import dev.larder.gateway.rule.RuleTrialVerdict.Crossing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares what the rules in force and proposed ones make of the same traffic. A pure function of the traffic and both. */
final class RuleComparison {

    /** Fewer concerned requests than this say nothing about what they do not show. */
    static final int FEWEST = 50;

    private final List<SampledExchange> sample;
    private final List<ReplayedExchange> before;
    private final List<ReplayedExchange> after;
    private final BitSet crossedBefore;
    private final BitSet crossedAfter;
    private final CrossedResponses crossed;

    private RuleComparison(List<SampledExchange> sample, List<ReplayedExchange> before, List<ReplayedExchange> after) {
        this.sample = sample;
        this.before = before;
        this.after = after;
        this.crossedBefore = new CrossedResponses(sample, before).indices();
        this.crossed = new CrossedResponses(sample, after);
        this.crossedAfter = crossed.indices();
    }

    /**
     * Returns what proposed rules would have done to the traffic.
     *
     * @param maxLoss greatest loss of hit ratio that is not refused; empty if any is accepted
     */
    static RuleTrialReport of(
            List<SampledExchange> sample,
            RuleSnapshot current,
            RuleSnapshot proposed,
            RuleReplay.Context context,
            OptionalDouble maxLoss) {
        if (sample.isEmpty()) {
            return RuleTrialReport.unknown(
                    "There was no traffic on cached routes in the last minutes to try the rules on.");
        }
        return new RuleComparison(
                        sample, RuleReplay.of(current, sample, context), RuleReplay.of(proposed, sample, context))
                .report(maxLoss);
    }

    private RuleTrialReport report(OptionalDouble maxLoss) {
        Map<String, Outcome> outcomesBefore = outcomes(before, crossedBefore);
        Map<String, Outcome> outcomesAfter = outcomes(after, crossedAfter);
        var total = new Forecast(sum(outcomesBefore), sum(outcomesAfter));
        Set<String> names = new TreeSet<>(outcomesBefore.keySet());
        names.addAll(outcomesAfter.keySet());
        List<RuleForecast> rules = names.stream()
                .map(name -> new RuleForecast(
                        name,
                        outcomesBefore.getOrDefault(name, Outcome.NONE),
                        outcomesAfter.getOrDefault(name, Outcome.NONE)))
                .toList();
        Sample traffic = traffic(total.before().requests());
        return new RuleTrialReport(verdict(traffic, total, maxLoss), Optional.of(traffic), total, rules);
    }

    private Map<String, Outcome> outcomes(List<ReplayedExchange> replayed, BitSet crossing) {
        Map<String, Outcome> outcomes = new TreeMap<>();
        for (int i = 0; i < sample.size(); i++) {
            if (!sample.get(i).isWrite()) {
                ReplayedExchange one = replayed.get(i);
                var outcome = new Outcome(
                        1,
                        count(one.isHit()),
                        count(one.isStored()),
                        count(one.hasDifferentContent()),
                        count(crossing.get(i)));
                outcomes.merge(one.rule().name(), outcome, Outcome::plus);
            }
        }
        return outcomes;
    }

    private static long count(boolean is) {
        return is ? 1 : 0;
    }

    private static Outcome sum(Map<String, Outcome> outcomes) {
        return outcomes.values().stream().reduce(Outcome.NONE, Outcome::plus);
    }

    private Sample traffic(long requests) {
        Instant from = sample.stream()
                .map(exchange -> exchange.times().requestTime())
                .min(Comparator.naturalOrder())
                .orElseThrow();
        Instant to = sample.stream()
                .map(exchange -> exchange.times().responseTime())
                .max(Comparator.naturalOrder())
                .orElseThrow();
        long hits = sample.stream().filter(SampledExchange::hit).count();
        return new Sample(from, to, requests, hits, concerned());
    }

    private long concerned() {
        long concerned = 0;
        for (int i = 0; i < sample.size(); i++) {
            RequestRule old = before.get(i).rule();
            RequestRule now = after.get(i).rule();
            concerned += count(after.get(i).key().isPresent()
                    && !(old.name().equals(now.name()) && old.revision().equals(now.revision())));
        }
        return concerned;
    }

    private RuleTrialVerdict verdict(Sample traffic, Forecast total, OptionalDouble maxLoss) {
        List<Crossing> crossings = crossings();
        if (!crossings.isEmpty()) {
            return new RuleTrialVerdict.Crosses(crossings);
        }
        double lost = total.before().hitRatio() - total.after().hitRatio();
        if (traffic.concerned() < FEWEST) {
            return new RuleTrialVerdict.Unknown("The change concerns " + traffic.concerned()
                    + " requests of the last minutes, and fewer than " + FEWEST
                    + " do not tell. No response would have crossed between users among them.");
        }
        if (maxLoss.isPresent() && lost > maxLoss.getAsDouble()) {
            return new RuleTrialVerdict.LosesHits(
                    total.before().hitRatio(), total.after().hitRatio(), maxLoss.getAsDouble());
        }
        return new RuleTrialVerdict.Harmless();
    }

    /** Requests that would have got another user's response, and do not under the rules in force. */
    private List<Crossing> crossings() {
        Map<String, BitSet> byRule = new TreeMap<>();
        BitSet more = (BitSet) crossedAfter.clone();
        more.andNot(crossedBefore);
        more.stream()
                .forEach(index -> byRule.computeIfAbsent(after.get(index).rule().name(), name -> new BitSet())
                        .set(index));
        List<Crossing> crossings = new ArrayList<>();
        byRule.forEach((rule, indices) ->
                crossings.add(new Crossing(rule, indices.cardinality(), crossed.separator(indices))));
        return crossings;
    }
}
