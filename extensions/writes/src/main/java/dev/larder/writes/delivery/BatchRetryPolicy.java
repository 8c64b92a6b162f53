package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.OriginReply;
import dev.larder.writes.WriteSettlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Decides about a batch after a request. The origin may have applied a batch that had an ambiguous answer, or none.
 * Such a batch is repeated unchanged, and its writes never go into other batches, unless the origin recognizes them
 * there. A batch is split only if it has been refused and cannot have been applied before.
 */
final class BatchRetryPolicy {

    /** Ambiguous answers after which a batch is split, if the origin recognizes its items. */
    static final int ANSWERS_TO_A_BATCH = 3;

    private static final int FAILED_DEPENDENCY = 424;
    private static final int CONFLICT = 409;
    private static final Set<Integer> PASSING = Set.of(408, 425, 429);

    /** The origin has not started processing. */
    private static final Set<Integer> UNTOUCHED = Set.of(425, 429);

    private static final OriginReply NONE = new OriginReply(0, Optional.empty(), "");

    private final DeliveryChannel channel;
    private final DeliveryChannel.Retry retry;
    private final RetryBackoff backoff;

    BatchRetryPolicy(DeliveryChannel channel, RetryBackoff backoff) {
        this.channel = channel;
        this.retry = channel.retry();
        this.backoff = backoff;
    }

    /** Returns the decision about a batch, and counts its failures. */
    RetryDecision judge(UnsettledBatch unsettled, DeliveryOutcome outcome) {
        if (outcome instanceof DeliveryOutcome.Silence silence) {
            unsettled.ambiguous |= silence.reached();
            return new RetryDecision.Repeat(backoff.delay(++unsettled.silences));
        }
        unsettled.silences = 0;
        if (outcome instanceof DeliveryOutcome.EachItem each) {
            return new RetryDecision.Settle(items(unsettled.writes, each.replies()));
        }
        if (outcome instanceof DeliveryOutcome.Whole whole) {
            return whole(unsettled, whole.reply(), whole.retryAfter());
        }
        return failed(unsettled, ((DeliveryOutcome.Garbled) outcome).reply(), Duration.ZERO);
    }

    private RetryDecision whole(UnsettledBatch unsettled, OriginReply reply, Duration retryAfter) {
        if (isSuccess(reply)) {
            return all(unsettled, write -> new WriteSettlement.Delivered(write, reply));
        }
        boolean alone = unsettled.writes.size() == 1;
        boolean takenApart = !alone && (!unsettled.ambiguous || recognizesItems(unsettled));
        if (!isRefusal(reply)
                || mayConcernAnEarlierRequest(unsettled, reply)
                || (alone ? mayDependOnAnotherBatch(reply) : !takenApart)) {
            return failed(unsettled, reply, retryAfter);
        }
        return alone
                ? all(unsettled, write -> new WriteSettlement.Dead(write, reply, refused(reply)))
                : new RetryDecision.Split(half(unsettled), 0);
    }

    /** Whether it may say that the origin is still at work on an earlier request with the same Idempotency-Key. */
    private static boolean mayConcernAnEarlierRequest(UnsettledBatch unsettled, OriginReply reply) {
        return unsettled.ambiguous && reply.status() == CONFLICT;
    }

    /** Whether a bulk endpoint may want the item again because one of another batch is to come first. */
    private boolean mayDependOnAnotherBatch(OriginReply reply) {
        return reply.status() == FAILED_DEPENDENCY && channel.bulk().isPresent();
    }

    private RetryDecision failed(UnsettledBatch unsettled, OriginReply reply, Duration retryAfter) {
        unsettled.ambiguous |= !UNTOUCHED.contains(reply.status());
        boolean alone = unsettled.writes.size() == 1;
        int answers = alone ? ++unsettled.writes.get(0).attempts : ++unsettled.answers;
        long delay = backoff.delay(answers, retryAfter);
        if (!alone && answers >= ANSWERS_TO_A_BATCH && recognizesItems(unsettled)) {
            return new RetryDecision.Split(half(unsettled), delay);
        }
        return answers < retry.attempts()
                ? new RetryDecision.Repeat(delay)
                : all(unsettled, write -> new WriteSettlement.Dead(write, reply, gaveUp(answers, reply)));
    }

    /** Whether the origin recognizes each write of a batch in any other batch. */
    private boolean recognizesItems(UnsettledBatch unsettled) {
        List<AcknowledgedWrite> writes = unsettled.batch.writes();
        return retry.deduplication() == DeliveryChannel.Deduplication.ITEMS
                && !mayHaveGoneWithoutItemIds(unsettled)
                && (!channel.listsItemIds() || ItemIdsField.of(writes).isPresent());
    }

    /** Requests before an upgrade had no item ids, whatever the channel is now. */
    private static boolean mayHaveGoneWithoutItemIds(UnsettledBatch unsettled) {
        return unsettled.resumed
                && unsettled.batch.writes().stream()
                        .anyMatch(write -> write.item().isUnnumbered());
    }

    /** Returns the decision about a batch of an earlier run whose bulk endpoint is no longer configured. */
    RetryDecision withoutEndpoint(UnsettledBatch unsettled) {
        return recognizesItems(unsettled)
                ? new RetryDecision.Split(1, 0)
                : all(
                        unsettled,
                        write -> new WriteSettlement.Dead(
                                write,
                                NONE,
                                "its batch may have been applied and cannot be repeated: the rule has no bulk endpoint any more"));
    }

    private static int half(UnsettledBatch unsettled) {
        return (unsettled.writes.size() + 1) / 2;
    }

    private static RetryDecision all(
            UnsettledBatch unsettled, Function<AcknowledgedWrite, WriteSettlement> settlement) {
        return new RetryDecision.Settle(
                unsettled.batch.writes().stream().map(settlement).toList());
    }

    private List<WriteSettlement> items(List<QueuedWrite> writes, List<OriginReply> replies) {
        List<WriteSettlement> settlements = new ArrayList<>(writes.size());
        Set<String> failedKeys = new HashSet<>();
        for (int i = 0; i < writes.size(); i++) {
            QueuedWrite queued = writes.get(i);
            WriteSettlement settlement = item(queued, replies.get(i), failedKeys.contains(queued.write.key()));
            settlements.add(settlement);
            if (!(settlement instanceof WriteSettlement.Delivered)) {
                failedKeys.add(queued.write.key());
            }
        }
        return settlements;
    }

    private WriteSettlement item(QueuedWrite queued, OriginReply reply, boolean earlierFailed) {
        if (isSuccess(reply)) {
            return new WriteSettlement.Delivered(queued.write, reply);
        }
        if (reply.status() == FAILED_DEPENDENCY && earlierFailed) {
            return new WriteSettlement.Again(queued.write, queued.attempts);
        }
        if (isRefusal(reply) && reply.status() != FAILED_DEPENDENCY) {
            return new WriteSettlement.Dead(queued.write, reply, refused(reply));
        }
        int attempts = queued.attempts + 1;
        return attempts < retry.attempts()
                ? new WriteSettlement.Again(queued.write, attempts)
                : new WriteSettlement.Dead(queued.write, reply, gaveUp(attempts, reply));
    }

    private static boolean isSuccess(OriginReply reply) {
        return reply.status() / 100 == 2;
    }

    private static boolean isRefusal(OriginReply reply) {
        return reply.status() / 100 == 4 && !PASSING.contains(reply.status());
    }

    private static String refused(OriginReply reply) {
        return "the origin refuses it: " + reply.status();
    }

    private static String gaveUp(int attempts, OriginReply reply) {
        return "given up after " + attempts + " answers, the last of them " + reply.status();
    }
}
