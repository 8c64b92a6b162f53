package dev.larder.writes.actuate;

import dev.larder.writes.buffer.StrandedWrites;
import dev.larder.writes.delivery.FlushResult;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Operations on acknowledged writes whose rule is no longer configured. */
public interface StrandedWriteOperations {

    /** Returns the remaining writes, by rule. */
    Map<String, StrandedWrites.StrandedRule> left();

    /**
     * Delivers the remaining writes of a rule by the settings of another one, until this gateway stops.
     *
     * @return completes when each write has been answered, or is scheduled for a retry
     * @throws IllegalArgumentException if that rule is configured, or the other is not
     * @throws IllegalStateException while the remaining writes of that rule are being discarded
     */
    CompletionStage<FlushResult> reassign(String rule, String to);

    /**
     * Discards the waiting writes of a rule, also after a reassignment; completes with their number. Writes that are
     * being moved in the log at that time still wait afterwards; after a failure others may, too.
     *
     * @throws IllegalArgumentException if that rule is configured
     * @throws IllegalStateException while they are being discarded already
     */
    CompletionStage<Integer> discard(String rule);
}
