package dev.larder.simulator.cluster;

import dev.larder.simulator.cluster.Publication.Notice;

/** A message for each notice. */
final class Direct implements Transport {

    private final Channel channel;
    private final Count count;
    private final Inbox inbox;

    Direct(Channel channel, Count count, Inbox inbox) {
        this.channel = channel;
        this.count = count;
        this.inbox = inbox;
    }

    @Override
    public void send(int from, int to, Notice notice, long now) {
        count.sent(from, channel.bytes(1));
        channel.message(from, to, 1, now, handled -> inbox.received(to, from, notice, handled));
    }
}
