package dev.larder.writes.delivery;

import dev.larder.writes.OriginReply;
import dev.larder.writes.WriteBatch;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs when an origin stops responding, responds again, or does not apply writes, without a line for each. */
final class OriginReachabilityLog {

    private static final Logger LOG = LoggerFactory.getLogger(OriginReachabilityLog.class);
    private static final int MAX_ORIGINS = 1000;

    private static final int REDIRECTION = 300;
    private static final int SERVER_ERROR = 500;

    private final String channel;
    private final Map<String, Long> refused = new ConcurrentHashMap<>();
    private final Set<String> silent = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean journalFails = new AtomicBoolean();

    OriginReachabilityLog(String channel) {
        this.channel = channel;
    }

    void origin(WriteBatch batch, DeliveryOutcome outcome) {
        String origin = String.valueOf(batch.writes().get(0).request().target().getRawAuthority());
        if (outcome instanceof DeliveryOutcome.Silence silence) {
            if (silent.size() < MAX_ORIGINS && silent.add(origin)) {
                LOG.warn(
                        "Writes of {} wait: {} does not respond ({}). Larder sends them again. One that is never answered becomes a dead letter.",
                        channel,
                        origin,
                        silence.why());
            }
        } else if (silent.remove(origin)) {
            LOG.warn("{} responds to writes of {} again.", origin, channel);
        }
        refusals(outcome).forEach(status -> refused(origin, status));
    }

    /** Told at the first, tenth, hundredth ... time. */
    private void refused(String origin, int status) {
        String answer = origin + ' ' + status;
        if (refused.size() >= MAX_ORIGINS && !refused.containsKey(answer)) {
            return;
        }
        long times = refused.merge(answer, 1L, Long::sum);
        if (Long.toString(times).matches("10*")) {
            LOG.warn(
                    "Writes of {} are not applied: {} answers {}, {} times so far. Larder sends them again{}.",
                    channel,
                    origin,
                    status,
                    times,
                    status >= SERVER_ERROR
                            ? ""
                            : ", or keeps them as dead letters, which /actuator/larderwrites shows");
        }
    }

    /** Returns the statuses with which an origin has not applied writes. */
    private static IntStream refusals(DeliveryOutcome outcome) {
        Stream<OriginReply> replies = Stream.of();
        if (outcome instanceof DeliveryOutcome.Whole whole) {
            replies = Stream.of(whole.reply());
        } else if (outcome instanceof DeliveryOutcome.Garbled garbled) {
            replies = Stream.of(garbled.reply());
        } else if (outcome instanceof DeliveryOutcome.EachItem each) {
            replies = each.replies().stream();
        }
        return replies.mapToInt(OriginReply::status)
                .filter(status -> status >= REDIRECTION)
                .distinct();
    }

    void journal(@Nullable Throwable failure) {
        if (journalFails.getAndSet(failure != null) != (failure != null)) {
            if (failure == null) {
                LOG.warn("Writes of {} are delivered again: the journal is writable.", channel);
            } else {
                LOG.warn("Writes of {} wait: the journal is not writable.", channel, failure);
            }
        }
    }
}
