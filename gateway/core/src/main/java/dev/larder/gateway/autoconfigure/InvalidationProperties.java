package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.filter.Writes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What a write makes wrong.
 *
 * @param couplings by pool, the pools that a write to it makes wrong too
 * @param transitive whether a write also reaches what the pools it reaches are coupled to
 * @param onServerError whether a write counts as made when the origin answers it with a server error
 * @param unknownOutcomeHold how long a write that got no answer may still be under way at its origin; meanwhile nothing it
 *     may make wrong is answered from the store
 * @param tagFields response fields in which origins name tags of their own, separated by spaces or commas
 * @param counters epochs kept, a power of two; 12 bytes each. The fewer, the more responses are dropped with others
 */
public record InvalidationProperties(
        @DefaultValue Map<String, List<String>> couplings,
        @DefaultValue("true") boolean transitive,
        @DefaultValue("true") boolean onServerError,
        @DefaultValue("10s") Duration unknownOutcomeHold,
        @DefaultValue({"Surrogate-Key", "Cache-Tag"}) List<String> tagFields,
        @DefaultValue("262144") int counters) {

    private static final int MOST_COUNTERS = 1 << 28;

    public InvalidationProperties {
        Require.that(
                !unknownOutcomeHold.isNegative(),
                "larder.invalidation.unknown-outcome-hold",
                unknownOutcomeHold,
                "a duration is not negative",
                "10s");
        Require.that(
                counters >= 2 && counters <= MOST_COUNTERS && Integer.bitCount(counters) == 1,
                "larder.invalidation.counters",
                counters,
                "epochs are kept in a power of two of counters, from 2 to " + MOST_COUNTERS,
                "262144");
        couplings.forEach((pool, coupled) -> Require.that(
                !coupled.isEmpty() && coupled.stream().noneMatch(String::isBlank),
                "larder.invalidation.couplings." + pool,
                coupled,
                "it names no pool",
                "larder.invalidation.couplings." + pool + "=skills"));
        couplings = Map.copyOf(couplings);
        tagFields = List.copyOf(tagFields);
    }

    public Writes.Uncertainty uncertainty() {
        return new Writes.Uncertainty(onServerError, unknownOutcomeHold);
    }
}
