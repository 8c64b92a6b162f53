package dev.larder.insight.lifetime;

import java.time.Duration;

/**
 * Looks at bodies of about one age.
 *
 * @param age time since they were last known to be current, on the average
 * @param all how many
 * @param changed those that had changed by then
 */
public record BodyAgeBucket(Duration age, long all, long changed) {}
