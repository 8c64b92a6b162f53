package dev.larder.writes.delivery;

import dev.larder.writes.WriteBatch;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs when an origin stops responding, and when it responds again: once per change. */
final class OriginReachabilityLog {

    private static final Logger LOG = LoggerFactory.getLogger(ChannelDelivery.class);
    private static final int MOST_ORIGINS = 1000;

    private final String channel;
    private final Set<String> silent = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean journalFails = new AtomicBoolean();

    OriginReachabilityLog(String channel) {
        this.channel = channel;
    }

    void origin(WriteBatch batch, DeliveryOutcome outcome) {
        String origin = String.valueOf(batch.writes().get(0).request().target().getRawAuthority());
        if (outcome instanceof DeliveryOutcome.Silence silence) {
            if (silent.size() < MOST_ORIGINS && silent.add(origin)) {
                LOG.warn(
                        "Writes of {} wait: {} does not respond ({}). Larder retries until it does.",
                        channel,
                        origin,
                        silence.why());
            }
        } else if (silent.remove(origin)) {
            LOG.warn("{} responds to writes of {} again.", origin, channel);
        }
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
