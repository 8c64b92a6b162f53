package dev.larder.writes.actuate;

import dev.larder.writes.buffer.StrandedWrites;
import dev.larder.writes.delivery.FlushResult;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** What operators can do with acknowledged writes whose rule is not configured any more. */
public interface StrandedWriteOperations {

    /** What is left, by rule. */
    Map<String, StrandedWrites.StrandedRule> left();

    /**
     * Delivers what is left of a rule as another one says, from now until this gateway ends.
     *
     * @return completes when each write has been answered, or is sent again later
     * @throws IllegalArgumentException if that rule is configured, or the other is not
     * @throws IllegalStateException while what is left of that rule is being discarded
     */
    CompletionStage<FlushResult> reassign(String rule, String to);

    /**
     * Gives up what waits of a rule, also if that has been reassigned; completes with how many writes it gave up. Those that are being moved in the log
     * meanwhile still wait then; if it fails, others may, too.
     *
     * @throws IllegalArgumentException if that rule is configured
     * @throws IllegalStateException while that is being done
     */
    CompletionStage<Integer> discard(String rule);
}
