package dev.larder.warmup;

import java.time.Duration;

/**
 * The end of a request.
 *
 * @param pause for how long the origin wants no further request; zero if it does not say
 */
record WarmUpAnswer(WarmUpOutcome outcome, Duration pause) {

    /** No response. */
    static final WarmUpAnswer NONE = new WarmUpAnswer(WarmUpOutcome.FAILED, Duration.ofSeconds(1));
}
