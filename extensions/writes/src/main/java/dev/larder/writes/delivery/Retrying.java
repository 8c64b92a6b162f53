package dev.larder.writes.delivery;

import dev.larder.writes.BufferedWrite;
import dev.larder.writes.Channel;
import dev.larder.writes.Reply;
import dev.larder.writes.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * From the outcome of a request to what is done with its batch. The origin may have applied a batch that it has answered
 * ambiguously, or not at all: that one is repeated as it is, and its writes never go into other batches, unless the origin
 * recognizes them there. It is taken apart only where it has been refused and cannot have been applied before.
 */
final class Retrying {

    /** Ambiguous answers after which a batch is taken apart, where its items are recognized. */
    static final int ANSWERS_TO_A_BATCH = 3;

    private static final int FAILED_DEPENDENCY = 424;
    private static final Set<Integer> PASSING = Set.of(408, 409, 425, 429);

    /** The origin has not begun. */
    private static final Set<Integer> UNTOUCHED = Set.of(425, 429);

    private static final Reply NONE = new Reply(0, Optional.empty(), "");

    private final Channel channel;
    private final Channel.Retry retry;
    private final Backoff backoff;

    Retrying(Channel channel, Backoff backoff) {
        this.channel = channel;
        this.retry = channel.retry();
        this.backoff = backoff;
    }

    /** The verdict on a batch; counts the failure in it. */
    Verdict judge(Flight flight, Outcome outcome) {
        if (outcome instanceof Outcome.Silence silence) {
            flight.ambiguous |= silence.reached();
            return new Verdict.Repeat(backoff.delay(++flight.silences));
        }
        flight.silences = 0;
        if (outcome instanceof Outcome.EachItem each) {
            return new Verdict.Settle(items(flight.writes, each.replies()));
        }
        if (outcome instanceof Outcome.Whole whole) {
            return whole(flight, whole.reply(), whole.retryAfter());
        }
        return failed(flight, ((Outcome.Garbled) outcome).reply(), Duration.ZERO);
    }

    private Verdict whole(Flight flight, Reply reply, Duration retryAfter) {
        if (isSuccess(reply)) {
            return all(flight, write -> new Settlement.Delivered(write, reply));
        }
        boolean alone = flight.writes.size() == 1;
        boolean takenApart = !alone && (!flight.ambiguous || recognizesItems(flight));
        if (!isRefusal(reply) || (alone ? reply.status() == FAILED_DEPENDENCY : !takenApart)) {
            return failed(flight, reply, retryAfter);
        }
        return alone
                ? all(flight, write -> new Settlement.Dead(write, reply, refused(reply)))
                : new Verdict.Split(half(flight), 0);
    }

    private Verdict failed(Flight flight, Reply reply, Duration retryAfter) {
        flight.ambiguous |= !UNTOUCHED.contains(reply.status());
        boolean alone = flight.writes.size() == 1;
        int answers = alone ? ++flight.writes.get(0).attempts : ++flight.answers;
        long delay = backoff.delay(answers, retryAfter);
        if (!alone && answers >= ANSWERS_TO_A_BATCH && recognizesItems(flight)) {
            return new Verdict.Split(half(flight), delay);
        }
        return answers < retry.attempts()
                ? new Verdict.Repeat(delay)
                : all(flight, write -> new Settlement.Dead(write, reply, gaveUp(answers, reply)));
    }

    /** Whether the origin knows each write of a batch again wherever else it comes. */
    private boolean recognizesItems(Flight flight) {
        List<BufferedWrite> writes = flight.batch.writes();
        return retry.deduplication() == Channel.Deduplication.ITEMS
                && !mayHaveGoneWithoutItemIds(flight)
                && (!channel.listsItemIds() || ItemIdsField.of(writes).isPresent());
    }

    /** Requests before an upgrade named no items, whatever the channel has become since. */
    private static boolean mayHaveGoneWithoutItemIds(Flight flight) {
        return flight.resumed
                && flight.batch.writes().stream().anyMatch(write -> write.item().isUnnumbered());
    }

    /** The verdict on a batch of an earlier life for which there is no bulk endpoint any more. */
    Verdict withoutEndpoint(Flight flight) {
        return recognizesItems(flight)
                ? new Verdict.Split(1, 0)
                : all(
                        flight,
                        write -> new Settlement.Dead(
                                write,
                                NONE,
                                "its batch may have been applied and cannot be repeated: the rule has no bulk endpoint any more"));
    }

    private static int half(Flight flight) {
        return (flight.writes.size() + 1) / 2;
    }

    private static Verdict all(Flight flight, Function<BufferedWrite, Settlement> settlement) {
        return new Verdict.Settle(flight.batch.writes().stream().map(settlement).toList());
    }

    private List<Settlement> items(List<Waiting> writes, List<Reply> replies) {
        List<Settlement> settlements = new ArrayList<>(writes.size());
        Set<String> failedKeys = new HashSet<>();
        for (int i = 0; i < writes.size(); i++) {
            Waiting waiting = writes.get(i);
            Settlement settlement = item(waiting, replies.get(i), failedKeys.contains(waiting.write.key()));
            settlements.add(settlement);
            if (!(settlement instanceof Settlement.Delivered)) {
                failedKeys.add(waiting.write.key());
            }
        }
        return settlements;
    }

    private Settlement item(Waiting waiting, Reply reply, boolean earlierFailed) {
        if (isSuccess(reply)) {
            return new Settlement.Delivered(waiting.write, reply);
        }
        if (reply.status() == FAILED_DEPENDENCY && earlierFailed) {
            return new Settlement.Again(waiting.write, waiting.attempts);
        }
        if (isRefusal(reply) && reply.status() != FAILED_DEPENDENCY) {
            return new Settlement.Dead(waiting.write, reply, refused(reply));
        }
        int attempts = waiting.attempts + 1;
        return attempts < retry.attempts()
                ? new Settlement.Again(waiting.write, attempts)
                : new Settlement.Dead(waiting.write, reply, gaveUp(attempts, reply));
    }

    private static boolean isSuccess(Reply reply) {
        return reply.status() / 100 == 2;
    }

    private static boolean isRefusal(Reply reply) {
        return reply.status() / 100 == 4 && !PASSING.contains(reply.status());
    }

    private static String refused(Reply reply) {
        return "the origin refuses it: " + reply.status();
    }

    private static String gaveUp(int attempts, Reply reply) {
        return "given up after " + attempts + " answers, the last of them " + reply.status();
    }
}
