package dev.larder.insight.lifetime;

import java.time.Duration;

/**
 * Observations of bodies of about one age.
 *
 * @param age average time since they were last known to be current
 * @param all number of observations
 * @param changed number of those in which the body had changed by then
 */
public record BodyAgeBucket(Duration age, long all, long changed) {}
