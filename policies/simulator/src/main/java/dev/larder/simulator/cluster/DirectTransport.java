package dev.larder.simulator.cluster;

import dev.larder.simulator.cluster.SimulatedPublication.Notice;

/** Sends a message for each notice. */
final class DirectTransport implements NoticeTransport {

    private final MessageChannel channel;
    private final MessageCount count;
    private final Inbox inbox;

    DirectTransport(MessageChannel channel, MessageCount count, Inbox inbox) {
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
