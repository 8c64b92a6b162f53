package dev.larder.simulator.cluster;

import dev.larder.simulator.cluster.SimulatedPublication.Notice;

/** Transports notices between members as messages. */
interface NoticeTransport {

    /** Receives a notice when the receiving member has handled its message. */
    interface Inbox {
        void received(int member, int from, Notice notice, long now);
    }

    void send(int from, int to, Notice notice, long now);
}
