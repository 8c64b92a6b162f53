package dev.larder.writes.buffer;

import dev.larder.writes.AcknowledgedWrite;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** Acknowledged writes of rules that are no longer configured. They are not delivered until an operator decides about them. */
public final class StrandedWrites {

    /** Per record: its content is in memory while it is written. */
    private static final int MAX_PER_RUN = 10_000;

    private final WriteLog log;
    private final ChannelQuotas quotas;
    private final PendingWriteAnnouncer holds;

    StrandedWrites(WriteLog log, ChannelQuotas quotas, PendingWriteAnnouncer holds) {
        this.log = log;
        this.quotas = quotas;
        this.holds = holds;
    }

    /**
     * The remaining writes of one rule.
     *
     * @param waiting number of waiting writes, which mark their pools as pending
     * @param bytes of their content
     * @param dead dead letters, which mark nothing
     * @param oldest when the oldest of all these was acknowledged
     */
    public record StrandedRule(long waiting, long bytes, long dead, Instant oldest) {

        private static StrandedRule of(PendingWrite pending) {
            AcknowledgedWrite write = pending.write();
            return pending.isDead()
                    ? new StrandedRule(0, 0, 1, write.accepted())
                    : new StrandedRule(1, write.length(), 0, write.accepted());
        }

        private StrandedRule and(StrandedRule younger) {
            return new StrandedRule(waiting + younger.waiting, bytes + younger.bytes, dead + younger.dead, oldest);
        }
    }

    /** Returns the remaining writes of each rule that is not configured. */
    public Map<String, StrandedRule> byRule(Predicate<String> configured) {
        Map<String, StrandedRule> left = new TreeMap<>();
        log.kept().stream()
                .filter(pending -> !configured.test(pending.write().channel()))
                .forEach(pending -> left.merge(pending.write().channel(), StrandedRule.of(pending), StrandedRule::and));
        return left;
    }

    /** Returns the waiting writes of a rule. */
    public List<AcknowledgedWrite> waiting(String rule) {
        return log.kept().stream()
                .filter(pending -> isWaiting(pending, rule))
                .map(PendingWrite::write)
                .toList();
    }

    private static boolean isWaiting(PendingWrite pending, String rule) {
        return !pending.isDead() && pending.write().channel().equals(rule);
    }

    /**
     * Discards the waiting writes of a rule and their pending-write markers; completes with their number. Writes that
     * are being moved in the log at that time still wait afterwards.
     */
    public CompletionStage<Integer> discard(String rule) {
        List<PendingWrite> some = log.claim(pending -> isWaiting(pending, rule), MAX_PER_RUN);
        return log.discard(some).thenCompose(discarded -> {
            release(discarded);
            int count = discarded.size();
            return some.size() < MAX_PER_RUN
                    ? CompletableFuture.completedStage(count)
                    : discard(rule).thenApply(more -> count + more);
        });
    }

    /** A write that has become a dead letter meanwhile marks nothing any more. */
    private void release(List<PendingWrite> discarded) {
        discarded.forEach(pending -> quotas.release(pending.write().channel(), ChannelQuotas.weight(pending)));
        holds.lower(discarded.stream()
                .filter(pending -> !pending.isDead())
                .map(PendingWrite::tags)
                .toList());
    }
}
