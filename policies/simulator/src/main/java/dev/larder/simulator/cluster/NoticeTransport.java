package dev.larder.simulator.cluster;

import dev.larder.simulator.cluster.SimulatedPublication.Notice;

/** How what one member has to tell another becomes messages. */
interface NoticeTransport {

    /** Takes what arrived, when the receiver has handled the message. */
    interface Inbox {
        void received(int member, int from, Notice notice, long now);
    }

    void send(int from, int to, Notice notice, long now);
}
