package dev.larder.acceptance.cluster;

import java.time.Duration;

/**
 * Something that goes wrong for a while.
 *
 * @param name what it is called in the report
 * @param victim a member it befalls
 * @param time how long it lasts
 * @param strike begins it
 * @param heal ends it
 */
record ClusterFault(String name, int victim, Duration time, Runnable strike, Runnable heal) {

    @Override
    public String toString() {
        return name + " for " + time.toMillis() + " ms";
    }
}
