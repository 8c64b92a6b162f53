package dev.larder.insight.dryrun;

import dev.larder.gateway.metrics.RuleScope;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.insight.lifetime.BodyAgeHistogram;
import dev.larder.rfc9111.Reason;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * Evidence of one section, or of several covered by one rule.
 *
 * @param settings current key settings
 * @param forwarded number of requests that would have been forwarded, by reason
 * @param notStored number of responses that would not have been stored, by reason
 * @param pairs pairs of responses
 * @param lifetimes how long responses are fresh, and bodies stay unchanged
 */
record RuleScopeEvidence(
        RuleScope section,
        KeySettings settings,
        DryRunCounts counts,
        Map<Reason, Long> forwarded,
        Map<Reason, Long> notStored,
        PairEvidence pairs,
        LifetimeEvidence lifetimes) {

    RuleScopeEvidence {
        forwarded = Map.copyOf(forwarded);
        notStored = Map.copyOf(notStored);
    }

    /**
     * Pairs of responses.
     *
     * @param traits pairs under one key
     * @param parts pairs whose keys differ in at most one part
     * @param unfollowed approximate number of names beyond the limit
     */
    record PairEvidence(
            Map<RequestTrait, ResponsePairCounts> traits, Map<KeyPart, ResponsePairCounts> parts, long unfollowed) {

        PairEvidence {
            traits = Map.copyOf(traits);
            parts = Map.copyOf(parts);
        }

        PairEvidence plus(PairEvidence others) {
            return new PairEvidence(
                    sum(traits, others.traits, ResponsePairCounts::plus),
                    sum(parts, others.parts, ResponsePairCounts::plus),
                    unfollowed + others.unfollowed);
        }
    }

    /**
     * How long responses are fresh, and bodies stay unchanged.
     *
     * @param ages observations from repeated equal requests
     * @param longest longest lifetime of a response
     * @param stated whether the origin states lifetimes
     */
    record LifetimeEvidence(BodyAgeHistogram ages, Duration longest, boolean stated) {

        LifetimeEvidence plus(LifetimeEvidence others) {
            return new LifetimeEvidence(
                    ages.plus(others.ages),
                    longest.compareTo(others.longest) > 0 ? longest : others.longest,
                    stated || others.stated);
        }
    }

    RuleScopeEvidence plus(RuleScopeEvidence others) {
        return new RuleScopeEvidence(
                section,
                settings,
                counts.plus(others.counts),
                sum(forwarded, others.forwarded, Long::sum),
                sum(notStored, others.notStored, Long::sum),
                pairs.plus(others.pairs),
                lifetimes.plus(others.lifetimes));
    }

    private static <K, V> Map<K, V> sum(Map<K, V> some, Map<K, V> others, BinaryOperator<V> plus) {
        Map<K, V> sum = new HashMap<>(some);
        others.forEach((key, value) -> sum.merge(key, value, plus));
        return sum;
    }
}
