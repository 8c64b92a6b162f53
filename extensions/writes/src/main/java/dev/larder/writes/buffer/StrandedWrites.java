package dev.larder.writes.buffer;

import dev.larder.writes.AcknowledgedWrite;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** Acknowledged writes under rules that are not configured any more: nothing delivers them until an operator says what to do. */
public final class StrandedWrites {

    /** Of one record: what it says is in memory while it is written. */
    private static final int MOST_AT_ONCE = 10_000;

    private final WriteLog log;
    private final ChannelQuotas quotas;
    private final PendingWriteAnnouncer holds;

    StrandedWrites(WriteLog log, ChannelQuotas quotas, PendingWriteAnnouncer holds) {
        this.log = log;
        this.quotas = quotas;
        this.holds = holds;
    }

    /**
     * What is left of one rule.
     *
     * @param waiting how many writes wait and hold their pools
     * @param bytes of their content
     * @param dead dead letters, which hold nothing
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

    /** What is left of each rule that is not one of those. */
    public Map<String, StrandedRule> byRule(Predicate<String> configured) {
        Map<String, StrandedRule> left = new TreeMap<>();
        log.kept().stream()
                .filter(pending -> !configured.test(pending.write().channel()))
                .forEach(pending -> left.merge(pending.write().channel(), StrandedRule.of(pending), StrandedRule::and));
        return left;
    }

    /** The writes of a rule that wait. */
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
     * Gives up what waits of a rule, and with it what that holds; completes with how many there were. What is being moved in the
     * log meanwhile still waits then.
     */
    public CompletionStage<Integer> discard(String rule) {
        List<PendingWrite> some = log.claim(pending -> isWaiting(pending, rule), MOST_AT_ONCE);
        return log.discard(some).thenCompose(discarded -> {
            release(discarded);
            int count = discarded.size();
            return some.size() < MOST_AT_ONCE
                    ? CompletableFuture.completedStage(count)
                    : discard(rule).thenApply(more -> count + more);
        });
    }

    /** A write that has died meanwhile holds nothing any more. */
    private void release(List<PendingWrite> discarded) {
        discarded.forEach(pending -> quotas.release(pending.write().channel(), ChannelQuotas.weight(pending.write())));
        holds.lower(discarded.stream()
                .filter(pending -> !pending.isDead())
                .map(PendingWrite::tags)
                .toList());
    }
}
