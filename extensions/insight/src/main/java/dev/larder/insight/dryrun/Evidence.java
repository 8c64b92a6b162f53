package dev.larder.insight.dryrun;

import dev.larder.gateway.observe.Section;
import dev.larder.gateway.route.KeySettings;
import dev.larder.insight.lifetime.AgeCounts;
import dev.larder.rfc9111.Reason;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * What has been seen of one section, or of several that one rule is for.
 *
 * @param settings what is part of the key now
 * @param forwarded requests that would have been forwarded, by why
 * @param notStored responses that would not have been stored, by why
 * @param traits pairs of responses under one key
 * @param parts pairs of responses whose keys differ in one part at most
 * @param unfollowed about how many names there was no room for
 * @param ages what was asked for again alike
 * @param longest the longest lifetime of a response
 * @param stated whether the origin states lifetimes
 */
record Evidence(
        Section section,
        KeySettings settings,
        Counts counts,
        Map<Reason, Long> forwarded,
        Map<Reason, Long> notStored,
        Map<Trait, Pairs> traits,
        Map<KeyPart, Pairs> parts,
        long unfollowed,
        AgeCounts ages,
        Duration longest,
        boolean stated) {

    Evidence {
        forwarded = Map.copyOf(forwarded);
        notStored = Map.copyOf(notStored);
        traits = Map.copyOf(traits);
        parts = Map.copyOf(parts);
    }

    Evidence plus(Evidence others) {
        return new Evidence(
                section,
                settings,
                counts.plus(others.counts),
                sum(forwarded, others.forwarded, Long::sum),
                sum(notStored, others.notStored, Long::sum),
                sum(traits, others.traits, Pairs::plus),
                sum(parts, others.parts, Pairs::plus),
                unfollowed + others.unfollowed,
                ages.plus(others.ages),
                longest.compareTo(others.longest) > 0 ? longest : others.longest,
                stated || others.stated);
    }

    private static <K, V> Map<K, V> sum(Map<K, V> some, Map<K, V> others, BinaryOperator<V> plus) {
        Map<K, V> sum = new HashMap<>(some);
        others.forEach((key, value) -> sum.merge(key, value, plus));
        return sum;
    }
}
