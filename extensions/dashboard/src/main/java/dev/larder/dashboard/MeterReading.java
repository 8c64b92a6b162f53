package dev.larder.dashboard;

import io.micrometer.core.instrument.Meter;

/**
 * What one meter says now.
 *
 * @param count how often; the value of a gauge
 * @param sum of what was recorded: seconds of a timer
 * @param most what nineteen of twenty do not exceed, as far as its buckets tell; zero if they do not
 */
record MeterReading(Meter.Id id, double count, double sum, double most) {

    /** The value of a tag; empty if it has none of that name. */
    String tag(String name) {
        String value = id.getTag(name);
        return value == null ? "" : value;
    }
}
