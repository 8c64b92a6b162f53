package dev.larder.writes.delivery;

import dev.larder.writes.AcknowledgedWrite;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;

/** The deliveries of all channels. */
public final class ChannelDeliveries {

    private final Map<String, ChannelDelivery> channels;

    /** These, by the names of their channels. */
    public ChannelDeliveries(Map<String, ChannelDelivery> channels) {
        this.channels = new ConcurrentSkipListMap<>(channels);
    }

    /** Each by its name. */
    public Map<String, ChannelDelivery> channels() {
        return Map.copyOf(channels);
    }

    /** Whether there is a channel of this name. One that there was may have left writes behind. */
    public boolean has(String channel) {
        return channels.containsKey(channel);
    }

    /** From now on the writes of a channel that there was not are delivered, too. */
    public void add(String channel, ChannelDelivery delivery) {
        channels.put(channel, delivery);
    }

    /** What is left of a channel is not delivered any more; requests that are under way are given up. */
    public void end(String channel) {
        ChannelDelivery ended = channels.remove(channel);
        if (ended != null) {
            ended.close();
        }
    }

    /** The one through which these are delivered. */
    public ChannelDelivery of(String channel) {
        ChannelDelivery delivery = channels.get(channel);
        if (delivery == null) {
            throw new IllegalArgumentException("there is no channel " + channel);
        }
        return delivery;
    }

    /** Sends these now, full or not; completes when each has been answered, or is sent again later. */
    public CompletionStage<FlushResult> flush(Predicate<AcknowledgedWrite> asked) {
        CompletionStage<FlushResult> all = CompletableFuture.completedFuture(new FlushResult(0, 0, 0));
        for (ChannelDelivery delivery : channels.values()) {
            all = all.thenCombine(delivery.flush(asked), FlushResult::and);
        }
        return all;
    }

    /** Flushes all for as long as the deadline allows, and stops. */
    public CompletionStage<FlushResult> close(Duration deadline) {
        CompletionStage<FlushResult> all = CompletableFuture.completedFuture(new FlushResult(0, 0, 0));
        for (ChannelDelivery delivery : channels.values()) {
            all = all.thenCombine(delivery.close(deadline), FlushResult::and);
        }
        return all;
    }
}
