package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.write.WriteFence;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What a write invalidates.
 *
 * @param couplings Pools that a write invalidates too, with the pools coupled to them, by the pool that it changes.
 * @param onServerError Whether a write invalidates when the origin replies with a server error.
 * @param unknownWriteTimeout Time that a write without a response may still be in progress at its origin; until then, Larder
 *     does not serve what it may change.
 * @param prefixes Patterns of the segments with which paths begin before the one that names their default pool; * stands
 *     for any characters, ? for one, # for a digit.
 * @param tagFields Response fields in which origins name tags, separated by spaces or commas.
 */
@ConfigurationProperties("larder.invalidation")
public record InvalidationProperties(
        @DefaultValue Map<String, List<String>> couplings,
        @DefaultValue("true") boolean onServerError,
        @DefaultValue("10s") Duration unknownWriteTimeout,
        @DefaultValue({"api", "rest", "v#*"}) List<String> prefixes,
        @DefaultValue({"Surrogate-Key", "Cache-Tag"}) List<String> tagFields) {

    /**
     * Number of epochs, a power of two. Tags that share one are invalidated together. At 12 bytes each, 3 MB keep such
     * collisions rare for hundreds of thousands of tags.
     */
    public static final int COUNTERS = 1 << 18;

    public InvalidationProperties {
        PropertyChecks.that(
                !unknownWriteTimeout.isNegative(),
                "larder.invalidation.unknown-write-timeout",
                unknownWriteTimeout,
                "a duration is not negative",
                "10s");
        couplings.forEach((pool, coupled) -> PropertyChecks.that(
                !coupled.isEmpty() && coupled.stream().noneMatch(String::isBlank),
                "larder.invalidation.couplings." + pool,
                coupled,
                "it names no pool",
                "larder.invalidation.couplings." + pool + "=skills"));
        prefixes.forEach(expression -> PropertyChecks.glob(expression, "larder.invalidation.prefixes", "api"));
        couplings = Map.copyOf(couplings);
        prefixes = List.copyOf(prefixes);
        tagFields = List.copyOf(tagFields);
    }

    public WriteFence.UnknownOutcomeSettings uncertainty() {
        return new WriteFence.UnknownOutcomeSettings(onServerError, unknownWriteTimeout);
    }
}
