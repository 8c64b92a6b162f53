package dev.larder.warmup;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How far the warm-up is.
 *
 * @param state what it does now
 * @param targets number of targets that its sources have named
 * @param outcomes number of requests that are over, by outcome
 * @param rate requests per second that it may send at present
 */
public record WarmUpProgress(State state, int targets, Map<String, Long> outcomes, double rate) {

    public WarmUpProgress {
        outcomes = Map.copyOf(outcomes);
    }

    /** Returns the same in words, for logs. */
    String text() {
        return state.name().toLowerCase(Locale.ROOT) + ", " + targets + " targets, "
                + Arrays.stream(WarmUpOutcome.values())
                        .map(outcome -> outcomes.getOrDefault(outcome.word(), 0L) + " " + outcome.word())
                        .collect(Collectors.joining(", "));
    }

    /** What a warm-up does. */
    public enum State {
        /** It has no source. */
        OFF,
        /** It reads its sources. */
        READING,
        /** It requests the targets. */
        REQUESTING,
        /** It has requested all targets. */
        COMPLETE,
        /** It has stopped before, as the gateway stops. */
        STOPPED,
        /** It has stopped before, as the origin keeps failing or the time is over. */
        ABANDONED
    }
}
