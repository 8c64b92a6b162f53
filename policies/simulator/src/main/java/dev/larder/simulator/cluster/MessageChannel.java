package dev.larder.simulator.cluster;

import dev.larder.simulator.cluster.SimulationEventQueue.Event;
import java.util.Random;
import java.util.function.LongConsumer;

/** Carries single messages between members: handled at both ends, delayed in between, counted. */
final class MessageChannel {

    private final MessageCosts costs;
    private final ProtocolParameters protocol;
    private final MemberServers servers;
    private final SimulationEventQueue agenda;
    private final Random random;

    MessageChannel(ClusterAssumptions assumptions, MemberServers servers, SimulationEventQueue agenda, Random random) {
        this.costs = assumptions.costs();
        this.protocol = assumptions.protocol();
        this.servers = servers;
        this.agenda = agenda;
        this.random = random;
    }

    /** Sends a message of this many records and calls back when the receiver has handled it. */
    void message(int from, int to, long records, long now, LongConsumer onHandled) {
        long takes = costs.handling(records);
        long sent = servers.handle(from, now, takes);
        Event arrival = arrived -> onHandled.accept(servers.handle(to, arrived, takes));
        agenda.add(sent + wire(), arrival);
    }

    private long wire() {
        double jitter = costs.jitter();
        return jitter == 0 ? costs.wire() : Math.round(costs.wire() * Math.exp(jitter * random.nextGaussian()));
    }

    /** Returns the bytes of a message of this many records. */
    long bytes(long records) {
        return protocol.bytes(records);
    }
}
