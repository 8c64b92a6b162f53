package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import dev.larder.writes.DeliveryChannel;
import dev.larder.writes.OriginReply;
import dev.larder.writes.WriteSettlement;
import java.net.URI;
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

    /** The most that an origin may ask for, and the most that one write waits for an origin that accepts none. */
    private static final Duration LONGEST_ASKED_FOR = Duration.ofHours(1);

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private static final int FAILED_DEPENDENCY = 424;
    private static final int CONFLICT = 409;
    private static final Set<Integer> PASSING = Set.of(408, 425, 429);

    /** The origin has not started processing. */
    private static final Set<Integer> UNTOUCHED = Set.of(425, 429);

    private static final OriginReply NONE = new OriginReply(0, Optional.empty(), "");

    private final DeliveryChannel channel;
    private final DeliveryChannel.Retry retry;
    private final RetryBackoff backoff;
    private final OriginAcceptance origins;

    BatchRetryPolicy(DeliveryChannel channel, RetryBackoff backoff) {
        this.channel = channel;
        this.retry = channel.retry();
        this.backoff = backoff;
        this.origins = new OriginAcceptance(backoff.longestOfAllAttempts(), LONGEST_ASKED_FOR.toNanos());
    }

    /** Returns the decision about a batch, and counts its failures. */
    RetryDecision judge(UnsettledBatch unsettled, DeliveryOutcome outcome, long now) {
        String origin = origin(unsettled);
        if (isAccepted(outcome)) {
            origins.accept(origin, now);
        } else if (isOfOrigin(outcome) && unsettled.undecidedSince < 0) {
            unsettled.undecidedSince = now;
        }
        RetryDecision decision = decide(unsettled, outcome, origin, now);
        if (isOfOrigin(outcome)) {
            unsettled.undecidedAt = now;
        }
        return decision;
    }

    private RetryDecision decide(UnsettledBatch unsettled, DeliveryOutcome outcome, String origin, long now) {
        if (outcome instanceof DeliveryOutcome.Silence silence) {
            return unanswered(unsettled, silence, origin, now);
        }
        unsettled.silences = 0;
        if (outcome instanceof DeliveryOutcome.EachItem each) {
            return new RetryDecision.Settle(items(unsettled.writes, each.replies()));
        }
        if (outcome instanceof DeliveryOutcome.Whole whole) {
            return whole(unsettled, whole, origin, now);
        }
        return failed(unsettled, ((DeliveryOutcome.Garbled) outcome).reply());
    }

    /** The origin that a batch is sent to: its address without a path. */
    private String origin(UnsettledBatch unsettled) {
        AcknowledgedWrite first = unsettled.batch.writes().get(0);
        String endpoint = BatchAddress.of(channel, first).uri();
        URI uri = endpoint.isEmpty() ? first.request().target() : URI.create(endpoint);
        return uri.getScheme() + "://" + uri.getRawAuthority();
    }

    /** A refusal tells nothing: something before the origin may have refused. */
    private static boolean isAccepted(DeliveryOutcome outcome) {
        return outcome instanceof DeliveryOutcome.EachItem each
                ? each.replies().stream().anyMatch(BatchRetryPolicy::isSuccess)
                : outcome instanceof DeliveryOutcome.Whole whole && isSuccess(whole.reply());
    }

    private static boolean isOfOrigin(DeliveryOutcome outcome) {
        return !(outcome instanceof DeliveryOutcome.Silence silence) || silence.isOfOrigin();
    }

    /**
     * An origin that cannot be reached is waited for without end. One that is reached and silent has as many requests as it has to
     * answer: those between which it has accepted other writes, or, if it accepts none, all in its patience.
     */
    private RetryDecision unanswered(
            UnsettledBatch unsettled, DeliveryOutcome.Silence silence, String origin, long now) {
        unsettled.ambiguous |= silence.mayHaveReachedOrigin();
        long delay = backoff.delay(++unsettled.silences);
        if (!silence.isOfOrigin()) {
            return new RetryDecision.Repeat(delay);
        }
        unsettled.unanswered++;
        if (unsettled.undecidedAt >= 0 && origins.hasAcceptedAfter(origin, unsettled.undecidedAt)) {
            unsettled.unansweredBesideOthers++;
        }
        boolean takenApart = unsettled.writes.size() > 1 && canDeduplicateItems(unsettled);
        int most = takenApart ? Math.min(ANSWERS_TO_A_BATCH, retry.attempts()) : retry.attempts();
        boolean alone = unsettled.unansweredBesideOthers >= most;
        if (!alone
                && (unsettled.unanswered < most
                        || now < origins.waitsForAnswerUntil(origin, unsettled.undecidedSince))) {
            return new RetryDecision.Repeat(delay);
        }
        if (!alone) {
            origins.giveUp(origin, now);
        }
        if (takenApart) {
            return new RetryDecision.Split(alone ? half(unsettled) : 1, delay);
        }
        return all(
                unsettled,
                write -> new WriteSettlement.Dead(
                        write,
                        NONE,
                        "given up after " + unsettled.unanswered
                                + " requests without an answer: it may have been applied"));
    }

    private RetryDecision whole(UnsettledBatch unsettled, DeliveryOutcome.Whole whole, String origin, long now) {
        OriginReply reply = whole.reply();
        if (isSuccess(reply)) {
            return all(unsettled, write -> new WriteSettlement.Delivered(write, reply));
        }
        boolean alone = unsettled.writes.size() == 1;
        boolean takenApart = !alone && (!unsettled.ambiguous || canDeduplicateItems(unsettled));
        if (!isRefusal(reply)
                || mayConcernAnEarlierRequest(unsettled, reply)
                || (alone ? mayDependOnAnotherBatch(reply) : !takenApart)) {
            RetryDecision decision = failed(unsettled, reply);
            return decision instanceof RetryDecision.Repeat repeat
                    ? asked(unsettled, repeat, whole, origin, now)
                    : decision;
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

    private RetryDecision failed(UnsettledBatch unsettled, OriginReply reply) {
        unsettled.ambiguous |= !UNTOUCHED.contains(reply.status());
        boolean alone = unsettled.writes.size() == 1;
        int answers = alone ? ++unsettled.writes.get(0).attempts : ++unsettled.answers;
        long delay = backoff.delay(answers);
        if (!alone && answers >= ANSWERS_TO_A_BATCH && canDeduplicateItems(unsettled)) {
            return new RetryDecision.Split(half(unsettled), delay);
        }
        return answers < retry.attempts()
                ? new RetryDecision.Repeat(delay)
                : all(unsettled, write -> new WriteSettlement.Dead(write, reply, gaveUp(answers, reply)));
    }

    /** RFC 9110 10.2.3: the origin may space the attempts; it does not have more time for them than one that does not ask. */
    private RetryDecision asked(
            UnsettledBatch unsettled,
            RetryDecision.Repeat repeat,
            DeliveryOutcome.Whole whole,
            String origin,
            long now) {
        long asked = Math.min(whole.retryAfter().toSeconds(), LONGEST_ASKED_FOR.toSeconds()) * NANOS_PER_SECOND;
        long left = origins.waitsUntil(origin, unsettled.undecidedSince) - now;
        if (asked <= repeat.delay() || left > 0) {
            return new RetryDecision.Repeat(Math.max(repeat.delay(), Math.min(asked, left)));
        }
        origins.giveUp(origin, now);
        if (unsettled.writes.size() > 1 && canDeduplicateItems(unsettled)) {
            return new RetryDecision.Split(1, repeat.delay());
        }
        int answers = unsettled.writes.size() == 1 ? unsettled.writes.get(0).attempts : unsettled.answers;
        return all(
                unsettled,
                write -> new WriteSettlement.Dead(
                        write, whole.reply(), gaveUp(answers, whole.reply()) + ", which asked for more time"));
    }

    /** Whether the origin recognizes each write of a batch in any other batch. */
    private boolean canDeduplicateItems(UnsettledBatch unsettled) {
        List<AcknowledgedWrite> writes = unsettled.batch.writes();
        return retry.deduplication() == DeliveryChannel.Deduplication.ITEMS
                && !mayHaveGoneWithoutItemIds(unsettled)
                && (!channel.hasItemIdsField() || ItemIdsField.of(writes).isPresent());
    }

    /** Requests before an upgrade had no item ids, whatever the channel is now. */
    private static boolean mayHaveGoneWithoutItemIds(UnsettledBatch unsettled) {
        return unsettled.resumed
                && unsettled.batch.writes().stream()
                        .anyMatch(write -> write.item().isUnnumbered());
    }

    /** Returns the decision about a batch of an earlier run whose bulk endpoint is no longer configured. */
    RetryDecision withoutEndpoint(UnsettledBatch unsettled) {
        return canDeduplicateItems(unsettled)
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
