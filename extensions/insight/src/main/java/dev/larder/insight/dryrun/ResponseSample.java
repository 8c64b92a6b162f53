package dev.larder.insight.dryrun;

import dev.larder.cache.spi.EpochStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A response that would have been stored.
 *
 * @param status its status code
 * @param at when it arrived
 * @param lifetime how long it would have been used
 * @param traits of its request
 * @param stamp epoch of the request, and its tags
 */
record ResponseSample(
        BodyDigest body, int status, Instant at, Duration lifetime, Map<RequestTrait, Long> traits, EpochStamp stamp) {

    private static final int OVERHEAD = 240;
    private static final int EACH_TRAIT = 112;
    private static final int EACH_TAG = 8;

    /** Returns the approximate size in bytes. */
    long weight() {
        return OVERHEAD + (long) EACH_TRAIT * traits.size() + (long) EACH_TAG * stamp.size();
    }

    boolean hasSameBody(ResponseSample other) {
        return status == other.status && body.equals(other.body);
    }

    /** Whether a request at that time could still have been answered with it. */
    boolean isUsable(Instant now) {
        return age(now).compareTo(lifetime) < 0;
    }

    Duration age(Instant now) {
        Duration age = Duration.between(at, now);
        return age.isNegative() ? Duration.ZERO : age;
    }

    /** Reports, for each trait that either response has, whether both agree in it. */
    void compare(ResponseSample other, BiConsumer<RequestTrait, Boolean> told) {
        traits.forEach((trait, value) -> told.accept(trait, value.equals(other.traits.get(trait))));
        other.traits.keySet().forEach(trait -> {
            if (!traits.containsKey(trait)) {
                told.accept(trait, false);
            }
        });
    }
}
