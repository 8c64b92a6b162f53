package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;

/** The deliveries of all channels, by channel name. */
public final class ChannelDeliveries {

    private final Map<String, ChannelDelivery> channels;

    /** Creates the deliveries, by the names of their channels. */
    public ChannelDeliveries(Map<String, ChannelDelivery> channels) {
        this.channels = new ConcurrentSkipListMap<>(channels);
    }

    /** Returns all deliveries by channel name. */
    public Map<String, ChannelDelivery> channels() {
        return Map.copyOf(channels);
    }

    /** Whether there is a channel with this name. A removed channel may have left writes behind. */
    public boolean has(String channel) {
        return channels.containsKey(channel);
    }

    /** Adds a channel whose writes were not delivered before. */
    public void add(String channel, ChannelDelivery delivery) {
        channels.put(channel, delivery);
    }

    /** Stops the delivery of a channel; its requests in progress are cancelled. */
    public void end(String channel) {
        ChannelDelivery ended = channels.remove(channel);
        if (ended != null) {
            ended.close();
        }
    }

    /** Returns the delivery of this channel. */
    public ChannelDelivery of(String channel) {
        ChannelDelivery delivery = channels.get(channel);
        if (delivery == null) {
            throw new IllegalArgumentException("there is no channel " + channel);
        }
        return delivery;
    }

    /** Sends these writes now, in full batches or not; completes when each is answered, or scheduled for a retry. */
    public CompletionStage<FlushResult> flush(Predicate<AcknowledgedWrite> asked) {
        CompletionStage<FlushResult> all = CompletableFuture.completedFuture(new FlushResult(0, 0, 0));
        for (ChannelDelivery delivery : channels.values()) {
            all = all.thenCombine(delivery.flush(asked), FlushResult::and);
        }
        return all;
    }

    /** Flushes all deliveries until the deadline, and stops them. */
    public CompletionStage<FlushResult> close(Duration deadline) {
        CompletionStage<FlushResult> all = CompletableFuture.completedFuture(new FlushResult(0, 0, 0));
        for (ChannelDelivery delivery : channels.values()) {
            all = all.thenCombine(delivery.close(deadline), FlushResult::and);
        }
        return all;
    }
}
