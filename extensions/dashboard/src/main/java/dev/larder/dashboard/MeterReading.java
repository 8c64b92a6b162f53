package dev.larder.dashboard;

import io.micrometer.core.instrument.Meter;

/**
 * Current value of one meter.
 *
 * @param count number of events; the value of a gauge
 * @param sum of the recorded amounts: seconds of a timer
 * @param most 95th percentile, as far as the buckets tell; zero if they do not
 */
record MeterReading(Meter.Id id, double count, double sum, double most) {

    /** Returns the value of a tag; empty if there is none of that name. */
    String tag(String name) {
        String value = id.getTag(name);
        return value == null ? "" : value;
    }
}
